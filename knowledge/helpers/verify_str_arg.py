def verify_str_arg(value, arg=None, valid_values=None, custom_msg=None) -> str:
    """The value, where it is a string and one of the valid ones.

    Equals torchvision.datasets.utils.verify_str_arg.
    """
    named = "" if arg is None else f" for argument {arg}"
    if not isinstance(value, str):
        found = type(value)
        raise ValueError(f"Expected type str{named}, but got type {found}.")
    if valid_values is not None and value not in valid_values:
        known = ", ".join(f"'{one}'" for one in valid_values)
        unknown = f"Unknown value '{value}' for argument {arg}. Valid values are {{{known}}}."
        raise ValueError(unknown if custom_msg is None else custom_msg)
    return value
