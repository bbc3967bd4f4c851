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
