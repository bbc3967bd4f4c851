-- An item of a pop-up chosen; where it is not offered the pop-up is closed again.
-- needs: findElement
on chooseItem(thePath, theTitle, theItem)
	set aPopUp to my findElement(thePath, theTitle)
	tell application "System Events"
		click aPopUp
		repeat 20 times
			if (count of menus of aPopUp) > 0 then exit repeat
			delay 0.1
		end repeat
		if (count of menus of aPopUp) is 0 then error theTitle number 9006
		set found to (menu items of menu 1 of aPopUp whose name is theItem)
		if (count of found) is 0 then
			key code 53
			error (theTitle & ":" & theItem) number 9008
		end if
		click item 1 of found
	end tell
	delay 0.2
end chooseItem
