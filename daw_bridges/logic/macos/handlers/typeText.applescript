-- Text put into the text field that has the focus. Where none has it, nothing is typed.
-- needs: logicProcess
on typeText(theText)
	set aField to my focusedField()
	tell application "System Events"
		set value of aField to theText
		considering case
			if value of aField is not theText then error "not taken" number 9016
		end considering
		key code 36
	end tell
	delay 0.2
end typeText

on focusedField()
	repeat 20 times
		tell application "System Events"
			try
				set aField to value of attribute "AXFocusedUIElement" of (my logicProcess())
				if {"AXTextField", "AXTextArea", "AXComboBox"} contains {role of aField} then return aField
			end try
		end tell
		delay 0.1
	end repeat
	error "no text field" number 9016
end focusedField
