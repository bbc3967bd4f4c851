-- What a control reads, as the reading.
-- needs: findElement
on readValue(thePath, theTitle)
	set aControl to my findElement(thePath, theTitle)
	tell application "System Events" to set my theReading to (value of aControl) as text
end readValue
