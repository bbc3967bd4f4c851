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
