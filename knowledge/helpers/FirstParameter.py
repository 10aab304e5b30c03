class FirstParameter:
    """As a class attribute, gives the first parameter of the Cell that it is read of.

    Equals next(self.parameters()) of torch. Python reads it where a graph is compiled, which does not
    compile get_parameters().
    """

    def __get__(self, cell, owner=None):
        return self if cell is None else next(cell.get_parameters())
