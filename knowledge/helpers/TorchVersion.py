import re


class TorchVersion(str):
    """A version of torch as text that is compared as a version is: "2.13.0" > "2.4".

    Stands for torch.__version__; the other side is text or a tuple of numbers, of which what
    follows the release (rc1, +cpu) does not count.
    """

    def _release(self, other=None):
        if not isinstance(other, tuple):
            text = str(self) if other is None else str(other)
            other = re.match(r"[\d.]*", text).group().split(".")
        numbers = [int(part) for part in other if str(part).isdigit()]
        while numbers and numbers[-1] == 0:
            numbers.pop()
        return numbers

    def __lt__(self, other):
        return self._release() < self._release(other)

    def __le__(self, other):
        return self._release() <= self._release(other)

    def __gt__(self, other):
        return self._release() > self._release(other)

    def __ge__(self, other):
        return self._release() >= self._release(other)

    def __eq__(self, other):
        return isinstance(other, (str, tuple)) and self._release() == self._release(other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return str.__hash__(self)
