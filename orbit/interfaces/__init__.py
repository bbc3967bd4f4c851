"""The faces: how people and other programs reach the engine. Nothing here knows of wires."""
