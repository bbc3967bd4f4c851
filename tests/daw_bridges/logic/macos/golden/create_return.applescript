-- create_track: written by Orbit, run by osascript; it takes Accessibility, and Automation of System Events.
property theBundles : {"com.apple.logic10", "com.apple.mobilelogic"}
property theHeaderPath : {{"AXGroup", "Tracks header"}}
property theHeaders : missing value
property theMarked : {}
property theMarkedRow : ""
property theReading : ""

on run
	my activateLogic()
	my pressMenu({{"Window", "Open Mixer"}}, "open_mixer")
	my markStrips()
	my chooseInMixer("Options", "Create New Auxiliary Channel Strip")
	my nameNewStrip("Reverb")
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

-- The strips of the Mixer's window: which there are, a new aux strip, and another name for one.
-- needs: logicProcess
on mixerStrips()
	set theStrips to {}
	tell application "System Events"
		repeat with aWindow in (windows of (my logicProcess()) whose name contains " - Mixer")
			set theStrips to theStrips & my stripsInside(contents of aWindow, 8)
		end repeat
	end tell
	if (count of theStrips) is 0 then error "mixer" number 9018
	return theStrips
end mixerStrips

on stripsInside(aParent, theDepth)
	set theStrips to {}
	tell application "System Events"
		repeat with aChild in (UI elements of aParent whose role is "AXLayoutItem")
			if (count of (UI elements of aChild whose description is "name")) > 0 then set end of theStrips to contents of aChild
		end repeat
		if (count of theStrips) > 0 or theDepth is 0 then return theStrips
		repeat with aRole in {"AXGroup", "AXSplitGroup", "AXScrollArea", "AXLayoutArea"}
			repeat with aChild in (UI elements of aParent whose role is (contents of aRole))
				set theStrips to theStrips & my stripsInside(contents of aChild, theDepth - 1)
			end repeat
		end repeat
	end tell
	return theStrips
end stripsInside

on nameField(aStrip)
	tell application "System Events" to return item 1 of (UI elements of aStrip whose description is "name")
end nameField

on stripNames()
	set theNames to {}
	repeat with aStrip in my mixerStrips()
		set aField to my nameField(contents of aStrip)
		tell application "System Events" to set end of theNames to (value of aField) as text
	end repeat
	return theNames
end stripNames

on markStrips()
	set my theMarked to my stripNames()
end markStrips

on chooseInMixer(theMenu, theItem)
	tell application "System Events"
		repeat with aWindow in (windows of (my logicProcess()) whose name contains " - Mixer")
			set aButton to my menuButton(contents of aWindow, theMenu, 8)
			if aButton is not missing value then
				click aButton
				delay 0.3
				set found to {}
				if (count of menus of aButton) > 0 then
					set found to (menu items of menu 1 of aButton whose name starts with theItem)
				end if
				if (count of found) is 0 then
					key code 53
					error theItem number 9018
				end if
				click item 1 of found
				return
			end if
		end repeat
	end tell
	error theMenu number 9018
end chooseInMixer

on menuButton(aParent, theName, theDepth)
	tell application "System Events"
		set found to (menu buttons of aParent whose name is theName or description is theName)
		if (count of found) > 0 then return item 1 of found
		if theDepth > 0 then
			repeat with aChild in (UI elements of aParent whose role is "AXGroup" or role is "AXSplitGroup")
				set aButton to my menuButton(contents of aChild, theName, theDepth - 1)
				if aButton is not missing value then return aButton
			end repeat
		end if
	end tell
	return missing value
end menuButton

on nameNewStrip(theName)
	repeat 50 times
		set found to {}
		repeat with aName in my stripNames()
			if my theMarked does not contain {contents of aName} then set end of found to contents of aName
		end repeat
		if (count of found) is 1 then
			my nameStrip(item 1 of found, theName)
			return
		end if
		delay 0.1
	end repeat
	error "no new strip" number 9013
end nameNewStrip

on nameStrip(theOld, theName)
	set found to {}
	considering case
		repeat with aStrip in my mixerStrips()
			set aField to my nameField(contents of aStrip)
			tell application "System Events" to set theValue to (value of aField) as text
			if theValue is theOld then set end of found to aField
		end repeat
	end considering
	if (count of found) is 0 then error theOld number 9011
	if (count of found) > 1 then error theOld number 9012
	set aField to item 1 of found
	tell application "System Events" to set value of aField to theName
	delay 0.3
	tell application "System Events" to set my theReading to (value of aField) as text
	considering case
		if my theReading is not theName then error theOld number 9016
	end considering
end nameStrip

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
