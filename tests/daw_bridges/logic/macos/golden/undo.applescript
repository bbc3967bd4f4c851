-- undo: written by Orbit, run by osascript; it takes Accessibility, and Automation of System Events.
property theBundles : {"com.apple.logic10", "com.apple.mobilelogic"}
property theHeaderPath : {{"AXGroup", "Tracks header"}}
property theHeaders : missing value
property theMarked : {}
property theMarkedRow : ""
property theReading : ""

on run
	my activateLogic()
	my undoLast()
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
