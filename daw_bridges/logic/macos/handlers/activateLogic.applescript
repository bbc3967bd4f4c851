-- Logic brought to the front, with no dialog before it.
-- needs: logicProcess refuseDialogs
on activateLogic()
	tell application "System Events"
		set frontmost of (my logicProcess()) to true
		repeat 30 times
			if frontmost of (my logicProcess()) then exit repeat
			delay 0.1
		end repeat
		if not (frontmost of (my logicProcess())) then error "Logic stays behind." number 9002
	end tell
	my refuseDialogs()
end activateLogic
