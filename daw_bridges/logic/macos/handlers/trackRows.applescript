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
