"""The checks about Ableton Live: where the script is, which token, who answers, who else is at the ports."""
