-- duplicate_track: written by Orbit, run by osascript; it takes Accessibility, and Automation of System Events.
property theBundles : {"com.apple.logic10", "com.apple.mobilelogic"}
property theHeaderPath : {{"AXGroup", "Tracks header"}}
property theHeaders : missing value
property theMarked : {}
property theMarkedRow : ""
property theReading : ""

on run
	my activateLogic()
	my requireSelected("Bass")
	my markTracks()
	my pressMenu({{"Track", "Other", "New Track With Duplicate Settings and Content"}, {"Track", "Other", "New Track with Duplicate Settings and Content"}}, "duplicate_track")
	my awaitNewTrack()
	my pressMenu({{"Track", "Rename Track"}}, "rename_track")
	my typeText("Bass 2")
	my readSelected()
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

-- Which tracks there are, to see afterwards what came and what went.
-- needs: selectedTrack
on markTracks()
	set my theMarked to my trackNames()
	try
		set aRow to my selectedRow()
		tell application "System Events" to set my theMarkedRow to description of aRow
	on error number 9009
		set my theMarkedRow to ""
	end try
end markTracks

-- A copy may be called as its original is: it is new when that name is there once more, in another place.
on awaitNewTrack()
	repeat 50 times
		try
			set aRow to my selectedRow()
			set theName to my nameOfRow(aRow)
			tell application "System Events" to set theWords to description of aRow
			set isMore to (my countOf(theName, my trackNames())) > (my countOf(theName, my theMarked))
			if isMore and theWords is not my theMarkedRow then return
		on error number 9009
			delay 0.1
		end try
		delay 0.1
	end repeat
	error "no new track" number 9013
end awaitNewTrack

on awaitTrackGone(theName)
	repeat 50 times
		if my countOf(theName, my trackNames()) < my countOf(theName, my theMarked) then return
		delay 0.1
	end repeat
	error theName number 9015
end awaitTrackGone

on countOf(theName, theNames)
	set theCount to 0
	considering case
		repeat with aName in theNames
			if (contents of aName) is theName then set theCount to theCount + 1
		end repeat
	end considering
	return theCount
end countOf

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

-- The selected track's name as the reading.
-- needs: selectedTrack
on readSelected()
	set my theReading to my selectedTrack()
end readSelected

-- An error while a dialog waits for an answer.
-- needs: standingDialog wordsOf
on refuseDialogs()
	set aDialog to my standingDialog()
	if aDialog is not missing value then error (my wordsOf(aDialog)) number 9003
end refuseDialogs

-- An error unless that track, and no other, is selected.
-- needs: selectedTrack
on requireSelected(theName)
	set theSelected to my selectedTrack()
	considering case
		if theSelected is not theName then error theSelected number 9010
	end considering
end requireSelected

-- The one track that is selected: its header, and its name.
-- needs: trackRows
on selectedTrack()
	return my nameOfRow(my selectedRow())
end selectedTrack

on selectedRow()
	set found to {}
	repeat with aRow in my trackRows()
		if my isSelected(contents of aRow) then set end of found to contents of aRow
	end repeat
	if (count of found) is not 1 then error ((count of found) as text) number 9009
	return item 1 of found
end selectedRow

on isSelected(aRow)
	tell application "System Events" to set theAnswer to value of attribute "AXSelected" of aRow
	return theAnswer is true or theAnswer is 1
end isSelected

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

-- The headers of the tracks that are in view, and the name in one: Track 7 "Bass", in curly quotes.
-- needs: findElement
on trackRows()
	set aGroup to my headerGroup()
	tell application "System Events" to return (UI elements of aGroup whose role is "AXLayoutItem")
end trackRows

on headerGroup()
	if my theHeaders is missing value then set my theHeaders to my findElement(my theHeaderPath, "track_headers")
	return my theHeaders
end headerGroup

on nameOfRow(aRow)
	tell application "System Events" to set theWords to description of aRow
	set openAt to offset of (string id 8220) in theWords
	set theBack to (reverse of (characters of theWords)) as text
	set closeAt to (count of theWords) - (offset of (string id 8221) in theBack) + 1
	if openAt is 0 or closeAt < openAt + 2 then return ""
	return text (openAt + 1) thru (closeAt - 1) of theWords
end nameOfRow

on trackNames()
	set theNames to {}
	repeat with aRow in my trackRows()
		set end of theNames to my nameOfRow(contents of aRow)
	end repeat
	return theNames
end trackNames

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
