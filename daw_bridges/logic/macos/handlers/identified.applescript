-- What has an accessibility identifier, somewhere inside; identifiers are the same in every language.
on identified(aParent, theIdentifier, theDepth)
	tell application "System Events"
		repeat with aChild in (UI elements of aParent)
			set anIdentifier to missing value
			try
				set anIdentifier to value of attribute "AXIdentifier" of aChild
			end try
			if anIdentifier is theIdentifier then return contents of aChild
		end repeat
		if theDepth > 0 then
			repeat with aChild in (UI elements of aParent)
				set found to my identified(contents of aChild, theIdentifier, theDepth - 1)
				if found is not missing value then return found
			end repeat
		end if
	end tell
	return missing value
end identified
