-- A slider brought to a whole number: it goes one step each time a value is written.
-- needs: findElement refuseDialogs
on stepTo(thePath, theTitle, theTarget)
	set aSlider to my findElement(thePath, theTitle)
	set stuck to 0
	tell application "System Events"
		set theLast to (value of aSlider) as number
		repeat 1200 times
			set theValue to (value of aSlider) as number
			if theValue > theTarget - 0.5 and theValue < theTarget + 0.5 then return
			set value of aSlider to theTarget
			delay 0.02
			-- Written and not moved, time after time: it does not go there.
			if theValue is theLast then
				set stuck to stuck + 1
			else
				set stuck to 0
			end if
			if stuck > 40 then exit repeat
			set theLast to theValue
		end repeat
		set theValue to (value of aSlider) as number
	end tell
	my refuseDialogs()
	error (theTitle & ":" & theValue) number 9007
end stepTo
