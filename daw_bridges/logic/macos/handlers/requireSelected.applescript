-- An error unless that track, and no other, is selected.
-- needs: selectedTrack
on requireSelected(theName)
	set theSelected to my selectedTrack()
	considering case
		if theSelected is not theName then error theSelected number 9010
	end considering
end requireSelected
