import mindspore as ms
from mindspore import nn


class ParameterList(nn.Cell):
    """Parameters of a Cell in a list, named by their places; tensors become parameters.

    Equals torch.nn.ParameterList.
    """

    def __init__(self, values=None):
        super().__init__()
        self.size = 0
        self.prefix = ""
        self.keep()
        self.extend(values or ())

    def place(self, index):
        if not -self.size <= index < self.size:
            raise IndexError("there is no parameter at this place", index)
        return str(index % self.size)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return ParameterList([self[i] for i in range(self.size)[index]])
        return getattr(self, self.place(index))

    def __setitem__(self, index, value):
        self.put(self.place(index), value)
        self.keep()

    def put(self, name, value):
        setattr(self, name, value)
        if isinstance(value, nn.Cell):  # a list in the list, whose names begin with its place
            value.update_parameters_name(f"{self.prefix}{name}.")
        elif value is not None:  # as torch, it takes None for a place without one
            value.name = self.prefix + name

    def keep(self):
        """Keep the parameters in a tuple, by which graph mode reads them."""
        members = tuple(self)
        plain = all(isinstance(member, ms.Parameter) for member in members)
        object.__setattr__(self, "members", ms.ParameterTuple(members) if plain else members)

    def __bool__(self):
        return len(self) > 0

    def __len__(self):
        return self.size

    def __iter__(self):
        return iter([self[index] for index in range(self.size)])

    def append(self, value):
        name = str(self.size)
        if isinstance(value, ms.Tensor) and not isinstance(value, ms.Parameter):
            value = ms.Parameter(value, name=name)
        self.put(name, value)
        self.size += 1
        self.keep()
        return self

    def extend(self, values):
        for value in values:
            self.append(value)
        return self

    def update_parameters_name(self, prefix="", recurse=True):
        super().update_parameters_name(prefix, recurse)
        self.prefix = prefix + self.prefix
