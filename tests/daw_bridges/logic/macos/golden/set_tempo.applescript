-- set_tempo: written by Orbit, run by osascript; it takes Accessibility, and Automation of System Events.
property theBundles : {"com.apple.logic10", "com.apple.mobilelogic"}
property theHeaderPath : {{"AXGroup", "Tracks header"}}
property theHeaders : missing value
property theMarked : {}
property theMarkedRow : ""
property theReading : ""

on run
	my activateLogic()
	my stepTo({{"AXGroup", "Control Bar"}, {"AXSlider", "Tempo"}}, "tempo", 126)
	my readValue({{"AXGroup", "Control Bar"}, {"AXSlider", "Tempo"}}, "tempo")
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

-- What a control reads, as the reading.
-- needs: findElement
on readValue(thePath, theTitle)
	set aControl to my findElement(thePath, theTitle)
	tell application "System Events" to set my theReading to (value of aControl) as text
end readValue

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
