from collections import OrderedDict

from mindspore import Parameter, Tensor, nn


class ParameterDict(nn.Cell):
    """Parameters of a Cell under the keys of a dictionary; tensors become parameters.

    Equals torch.nn.ParameterDict.
    """

    def __init__(self, parameters=None):
        super().__init__()
        self.held = []
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        if key not in self.held:
            raise KeyError(key)
        return getattr(self, key)

    def __setitem__(self, key, value):
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            value = Parameter(value, name=key)
        if key in self.held:
            setattr(self, key, value)
            return
        if hasattr(self, key):
            raise KeyError(f"a Cell has an attribute '{key}' of its own")
        self.held.append(key)
        setattr(self, key, value)

    def __delitem__(self, key):
        self.held.remove(key)
        delattr(self, key)

    def __bool__(self):
        return len(self) > 0

    def __len__(self):
        return len(self.held)

    def __iter__(self):
        return iter(list(self.held))

    def __contains__(self, key):
        return key in self.held

    def keys(self):
        return list(self.held)

    def values(self):
        return [self[key] for key in self.held]

    def items(self):
        return [(key, self[key]) for key in self.held]

    def get(self, key, default=None):
        return self[key] if key in self.held else default

    def pop(self, key):
        value = self[key]
        del self[key]
        return value

    def update(self, parameters):
        pairs = parameters.items() if hasattr(parameters, "items") else parameters
        if isinstance(parameters, dict) and not isinstance(parameters, OrderedDict):
            pairs = sorted(pairs)  # torch keeps the order of an OrderedDict alone
        for key, value in pairs:
            self[key] = value

    def setdefault(self, key, default=None):
        if key not in self.held:
            self[key] = default
        return self[key]

    def popitem(self):
        key = self.held[-1]
        return key, self.pop(key)

    def clear(self):
        for key in list(self.held):
            del self[key]

    def copy(self):
        return ParameterDict(self.items())

    def fromkeys(self, keys, default=None):
        return ParameterDict((key, default) for key in keys)
