"""Orbit for other assistants, by the Model Context Protocol: tools, resources and prompts over the engine.

What is done here is planned, agreed to, done and read back as everywhere else. What needs consent is asked of
the user, never of the assistant.
"""
