-- What a dialog says.
on wordsOf(aDialog)
	set theWords to ""
	tell application "System Events"
		repeat with aText in (static texts of aDialog)
			try
				set theWords to theWords & (value of aText) & " "
			end try
		end repeat
		try
			if theWords is "" then set theWords to name of aDialog
		end try
	end tell
	if theWords is missing value or theWords is "" then return "a dialog without a text"
	return theWords
end wordsOf
