"""What the pages are made of: strips, plans, lights, and the words of a mixer as text for a page."""
