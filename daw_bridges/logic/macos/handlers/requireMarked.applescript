-- An error unless the tracks are again those that were marked.
-- needs: markTracks
on requireMarked()
	repeat 20 times
		considering case
			if my trackNames() is my theMarked then return
		end considering
		delay 0.1
	end repeat
	error "a track is left over" number 9019
end requireMarked
