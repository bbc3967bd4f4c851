# type: ignore  # written for Live, which has no stubs
"""A script that cannot start."""


def create_instance(c_instance):
    raise OSError("port in use")
