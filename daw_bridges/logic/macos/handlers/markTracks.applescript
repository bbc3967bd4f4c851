-- Which tracks there are, to see afterwards what came and what went.
-- needs: selectedTrack
on markTracks()
	set my theMarked to my trackNames()
end markTracks

on awaitNewTrack()
	repeat 50 times
		try
			if my theMarked does not contain {my selectedTrack()} then return
		on error number 9009
			delay 0.1
		end try
		delay 0.1
	end repeat
	error "no new track" number 9013
end awaitNewTrack

on awaitTrackGone(theName)
	repeat 50 times
		if my countOf(theName, my trackNames()) < my countOf(theName, my theMarked) then return
		delay 0.1
	end repeat
	error theName number 9015
end awaitTrackGone

on countOf(theName, theNames)
	set theCount to 0
	considering case
		repeat with aName in theNames
			if (contents of aName) is theName then set theCount to theCount + 1
		end repeat
	end considering
	return theCount
end countOf
