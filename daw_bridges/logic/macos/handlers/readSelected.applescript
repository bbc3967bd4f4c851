-- The selected track's name as the reading.
-- needs: selectedTrack
on readSelected()
	set my theReading to my selectedTrack()
end readSelected
