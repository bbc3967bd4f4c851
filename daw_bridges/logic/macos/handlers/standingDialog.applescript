-- The dialog that waits for an answer, or none. Plug-in windows are dialogs too, but not modal.
-- needs: logicProcess
on standingDialog()
	tell application "System Events"
		repeat with aWindow in (windows of (my logicProcess()))
			try
				if (count of sheets of aWindow) > 0 then return sheet 1 of aWindow
				if value of attribute "AXModal" of aWindow is true then return contents of aWindow
			end try
		end repeat
	end tell
	return missing value
end standingDialog
