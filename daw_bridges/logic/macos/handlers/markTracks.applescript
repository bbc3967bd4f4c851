-- Which tracks there are, to see afterwards what came and what went.
-- needs: selectedTrack
on markTracks()
	set my theMarked to my trackNames()
	try
		set aRow to my selectedRow()
		tell application "System Events" to set my theMarkedRow to description of aRow
	on error number 9009
		set my theMarkedRow to ""
	end try
end markTracks

-- A copy may be called as its original is: it is new when that name is there once more, in another place.
on awaitNewTrack()
	repeat 50 times
		try
			set aRow to my selectedRow()
			set theName to my nameOfRow(aRow)
			tell application "System Events" to set theWords to description of aRow
			set isMore to (my countOf(theName, my trackNames())) > (my countOf(theName, my theMarked))
			if isMore and theWords is not my theMarkedRow then return
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
