-- The one track that is selected: its header, and its name.
-- needs: trackRows
on selectedTrack()
	return my nameOfRow(my selectedRow())
end selectedTrack

on selectedRow()
	set found to {}
	repeat with aRow in my trackRows()
		if my isSelected(contents of aRow) then set end of found to contents of aRow
	end repeat
	if (count of found) is not 1 then error ((count of found) as text) number 9009
	return item 1 of found
end selectedRow

on isSelected(aRow)
	tell application "System Events" to set theAnswer to value of attribute "AXSelected" of aRow
	return theAnswer is true or theAnswer is 1
end isSelected
