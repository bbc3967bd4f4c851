-- A button pressed.
-- needs: findElement
on pressElement(thePath, theTitle)
	set aButton to my findElement(thePath, theTitle)
	tell application "System Events" to click aButton
	delay 0.3
end pressElement
