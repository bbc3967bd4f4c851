-- add_locator: written by Orbit, run by osascript; it takes Accessibility, and Automation of System Events.
property theBundles : {"com.apple.logic10", "com.apple.mobilelogic"}
property theHeaderPath : {{"AXGroup", "Tracks header"}}
property theHeaders : missing value
property theMarked : {}
property theMarkedRow : ""
property theReading : ""

on run
	my activateLogic()
	my pressElement({{"AXGroup", "Control Bar"}, {"AXButton", "Go to Beginning"}}, "go_to_beginning")
	my stepTo({{"AXGroup", "Control Bar"}, {"AXGroup", "Playhead Position"}, {"AXSlider", "bar"}}, "playhead_bar", 33)
	my pressMenu({{"Navigate", "Create Marker"}, {"Navigate", "Other", "Create Marker"}}, "create_marker")
	my pressMenu({{"Navigate", "Rename Marker"}, {"Navigate", "Other", "Rename Marker"}}, "rename_marker")
	my typeText("Drop")
	return my theReading
end run

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

-- A control in one of Logic's own windows, by role and description on the way to it.
-- needs: logicProcess
on findElement(thePath, theTitle)
	tell application "System Events"
		repeat with aWindow in (windows of (my logicProcess()) whose subrole is "AXStandardWindow")
			set found to contents of aWindow
			repeat with aStep in thePath
				set found to my findInside(found, item 1 of aStep, item 2 of aStep, 8)
				if found is missing value then exit repeat
			end repeat
			if found is not missing value then return found
		end repeat
	end tell
	error theTitle number 9006
end findElement

on findInside(aParent, theRole, theDescription, theDepth)
	tell application "System Events"
		set found to (UI elements of aParent whose role is theRole and description is theDescription)
		if (count of found) > 0 then return item 1 of found
		if theDepth > 0 then
			repeat with aRole in {"AXGroup", "AXSplitGroup", "AXScrollArea", "AXLayoutArea"}
				repeat with aChild in (UI elements of aParent whose role is (contents of aRole))
					set found to my findInside(contents of aChild, theRole, theDescription, theDepth - 1)
					if found is not missing value then return found
				end repeat
			end repeat
		end if
	end tell
	return missing value
end findInside

-- The process of Logic, by whichever bundle it is.
on logicProcess()
	tell application "System Events"
		repeat with aBundle in my theBundles
			set found to (application processes whose bundle identifier is (contents of aBundle))
			if (count of found) > 0 then return item 1 of found
		end repeat
	end tell
	error "Logic is not running." number 9001
end logicProcess

-- A button pressed.
-- needs: findElement
on pressElement(thePath, theTitle)
	set aButton to my findElement(thePath, theTitle)
	tell application "System Events" to click aButton
	delay 0.3
end pressElement

-- The first of some menu items that Logic has, chosen.
-- needs: logicProcess
on pressMenu(thePaths, theTitle)
	repeat with aPath in thePaths
		set anItem to my menuItem(contents of aPath)
		if anItem is not missing value then
			tell application "System Events"
				if not (enabled of anItem) then error theTitle number 9005
				click anItem
			end tell
			return
		end if
	end repeat
	error theTitle number 9004
end pressMenu

on menuItem(aPath)
	tell application "System Events"
		set found to (menu bar items of menu bar 1 of (my logicProcess()) whose name is (item 1 of aPath))
		repeat with theLevel from 2 to (count of aPath)
			if (count of found) is 0 then return missing value
			set aMenu to menu 1 of item 1 of found
			set found to (menu items of aMenu whose name is (item theLevel of aPath))
			if (count of found) is 0 then set found to (menu items of aMenu whose name starts with (item theLevel of aPath))
		end repeat
		if (count of found) is 0 then return missing value
		return item 1 of found
	end tell
end menuItem

-- An error while a dialog waits for an answer.
-- needs: standingDialog wordsOf
on refuseDialogs()
	set aDialog to my standingDialog()
	if aDialog is not missing value then error (my wordsOf(aDialog)) number 9003
end refuseDialogs

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

-- Text put into the text field that has the focus. Where none has it, nothing is typed.
-- needs: logicProcess
on typeText(theText)
	set aField to my focusedField()
	tell application "System Events"
		set value of aField to theText
		considering case
			if value of aField is not theText then error "not taken" number 9016
		end considering
		key code 36
	end tell
	delay 0.2
end typeText

on focusedField()
	repeat 20 times
		tell application "System Events"
			try
				set aField to value of attribute "AXFocusedUIElement" of (my logicProcess())
				if {"AXTextField", "AXTextArea", "AXComboBox"} contains {role of aField} then return aField
			end try
		end tell
		delay 0.1
	end repeat
	error "no text field" number 9016
end focusedField

-- What a dialog says.
on wordsOf(aDialog)
	set theWords to ""
	tell application "System Events"
		repeat with aText in (static texts of aDialog)
			try
				set theWords to theWords & (value of aText) & " "
			end try
		end repeat
		try
			if theWords is "" then set theWords to name of aDialog
		end try
	end tell
	if theWords is missing value or theWords is "" then return "a dialog without a text"
	return theWords
end wordsOf
