def parse_shape(x, pattern) -> dict:
    """The size of each axis by its name in pattern, "b c h w"; "_" passes over one, "..." over some.

    Equals einops.parse_shape.
    """
    names, shape = pattern.split(), list(x.shape)
    if "..." in names:
        place = names.index("...")
        names[place : place + 1] = ["_"] * (len(shape) - len(names) + 1)
    if len(names) != len(shape):
        raise RuntimeError(f"{pattern} does not fit the shape {x.shape}")
    return {name: size for name, size in zip(names, shape, strict=True) if name != "_"}
