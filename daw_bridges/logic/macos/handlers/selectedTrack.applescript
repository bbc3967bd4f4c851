-- The name of the one track that is selected.
-- needs: trackRows
on selectedTrack()
	set theNames to {}
	repeat with aRow in my trackRows()
		if my isSelected(contents of aRow) then set end of theNames to my nameOfRow(contents of aRow)
	end repeat
	if (count of theNames) is not 1 then error ((count of theNames) as text) number 9009
	return item 1 of theNames
end selectedTrack

on isSelected(aRow)
	tell application "System Events" to set theAnswer to value of attribute "AXSelected" of aRow
	return theAnswer is true or theAnswer is 1
end isSelected
