def part_of(cells, places):
    """The layers of a CellList or SequentialCell that cells[places] gives, as torch gives them.

    MindSpore names the parameters of a part as if they had no other place: what is saved then is
    not found again in the whole. Here they keep their names. The cells may be super(), in a
    class with an indexing of its own.
    """
    names = [(param, param.name) for param in cells.get_parameters()]
    part = cells.__getitem__(places)
    for param, name in names:
        param.name = name
    return part
