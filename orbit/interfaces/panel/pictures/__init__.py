"""Small SVG pictures in the page's own colours."""
