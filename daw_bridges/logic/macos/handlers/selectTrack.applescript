-- The one track of a name selected, by the selection of the headers' group.
-- needs: selectedTrack
on selectTrack(theName)
	set found to {}
	considering case
		repeat with aRow in my trackRows()
			if my nameOfRow(contents of aRow) is theName then set end of found to contents of aRow
		end repeat
	end considering
	if (count of found) is 0 then error theName number 9011
	if (count of found) > 1 then error theName number 9012
	set aRow to item 1 of found
	set aGroup to my headerGroup()
	tell application "System Events" to set value of attribute "AXSelectedChildren" of aGroup to {aRow}
	repeat 20 times
		if my isSelected(aRow) then return
		delay 0.1
	end repeat
	error theName number 9011
end selectTrack
