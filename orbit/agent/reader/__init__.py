"""The reader: every mention of a sentence, the frames they fill, and a ranker that says which is meant.

Mentions are read in every way; frames take them as slots; stretches of the sentence are edits or remarks.
What comes to the same edits is one reading. Structure forbids some; the rest are ranked.
"""
