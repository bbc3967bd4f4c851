-- Edit > Undo ...; its own name says what is undone.
-- needs: logicProcess
on undoLast()
	tell application "System Events"
		set anItem to menu item 1 of menu 1 of menu bar item "Edit" of menu bar 1 of (my logicProcess())
		set theName to name of anItem
		if theName does not start with "Undo" or theName contains "History" or not (enabled of anItem) then
			error theName number 9014
		end if
		click anItem
	end tell
	set my theReading to theName
end undoLast
