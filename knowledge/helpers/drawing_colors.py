import PIL.ImageColor


def drawing_colors(colors, count) -> list:
    """A colour (red, green, blue) for each of so many things.

    colors is one colour, by name or in numbers, a list of them, or None for a palette.
    """
    if colors is None:
        palette = (2**25 - 1, 2**15 - 1, 2**21 - 1)
        colors = [tuple(i * part % 255 for part in palette) for i in range(count)]
    elif not isinstance(colors, list):
        colors = [colors] * count
    if len(colors) < count:
        raise ValueError("There must be a colour for each", len(colors), count)
    return [PIL.ImageColor.getrgb(one) if isinstance(one, str) else one for one in colors]
