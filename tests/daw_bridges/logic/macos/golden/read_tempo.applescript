-- read_tempo: written by Orbit, run by osascript; it takes Accessibility, and Automation of System Events.
property theBundles : {"com.apple.logic10", "com.apple.mobilelogic"}
property theHeaderPath : {{"AXGroup", "Tracks header"}}
property theHeaders : missing value
property theMarked : {}
property theMarkedRow : ""
property theReading : ""

on run
	my readValue({{"AXGroup", "Control Bar"}, {"AXSlider", "Tempo"}}, "tempo")
	return my theReading
end run

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
