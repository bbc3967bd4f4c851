-- A file given to the open panel by its whole path. On any failure the panel is cancelled again.
-- needs: logicProcess identified
on openFile(thePath)
	set aPanel to my openPanel()
	try
		my goToPath(aPanel, thePath)
		my commitPanel(aPanel)
	on error theWords number theNumber
		set aButton to my identified(aPanel, "CancelButton", 6)
		if aButton is not missing value then
			tell application "System Events" to click aButton
		end if
		error theWords number theNumber
	end try
end openFile

on openPanel()
	repeat 100 times
		tell application "System Events"
			repeat with aWindow in (windows of (my logicProcess()))
				try
					if value of attribute "AXIdentifier" of aWindow is "open-panel" then return contents of aWindow
				end try
			end repeat
		end tell
		delay 0.1
	end repeat
	error "open panel" number 9017
end openPanel

on goToPath(aPanel, thePath)
	tell application "System Events" to key code 5 using {command down, shift down}
	repeat 50 times
		set aField to my identified(aPanel, "PathTextField", 6)
		if aField is not missing value then exit repeat
		delay 0.1
	end repeat
	if aField is missing value then error "path field" number 9017
	tell application "System Events"
		set value of aField to thePath
		set focused of aField to true
		key code 36
	end tell
	repeat 40 times
		if my identified(aPanel, "PathTextField", 6) is missing value then return
		delay 0.1
	end repeat
	error "path field" number 9017
end goToPath

on commitPanel(aPanel)
	set aButton to my identified(aPanel, "OKButton", 6)
	if aButton is missing value then error "open button" number 9017
	tell application "System Events"
		repeat 40 times
			if enabled of aButton then exit repeat
			delay 0.1
		end repeat
		if not (enabled of aButton) then error "open button" number 9017
		click aButton
	end tell
end commitPanel
