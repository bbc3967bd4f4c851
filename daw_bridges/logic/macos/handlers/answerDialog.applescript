-- The dialog that is known by its text answered; another one is left alone, and none is all right.
-- needs: standingDialog wordsOf identified
on answerDialog(theHeading, theButtons, theTenths)
	repeat theTenths times
		set aDialog to my standingDialog()
		if aDialog is not missing value then
			set theWords to my wordsOf(aDialog)
			if theWords does not contain theHeading then error theWords number 9003
			my pressOneOf(aDialog, theButtons, theWords)
			return
		end if
		delay 0.1
	end repeat
end answerDialog

on pressOneOf(aDialog, theButtons, theWords)
	tell application "System Events"
		repeat with aName in theButtons
			set found to (buttons of aDialog whose name is (contents of aName))
			if (count of found) > 0 then
				set aButton to item 1 of found
			else
				set aButton to my identified(aDialog, contents of aName, 2)
			end if
			if aButton is not missing value then
				click aButton
				repeat 300 times
					if my standingDialog() is missing value then return
					delay 0.1
				end repeat
				error theWords number 9003
			end if
		end repeat
	end tell
	error theWords number 9003
end pressOneOf
