-- An error while a dialog waits for an answer.
-- needs: standingDialog wordsOf
on refuseDialogs()
	set aDialog to my standingDialog()
	if aDialog is not missing value then error (my wordsOf(aDialog)) number 9003
end refuseDialogs
