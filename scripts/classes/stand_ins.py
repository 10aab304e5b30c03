"""Stands in for packages that are not installed, so that files that import them can be loaded.

It is copied beside the programs that need it: their first statement installs it for the packages
that they name.
"""

import importlib.machinery
import sys
import types


class Nothing:
    """What a missing package gives: callable, a decorator, a base class."""

    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        return args[0] if args and callable(args[0]) else Nothing()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __mro_entries__(self, bases):
        return (Nothing,)


def attribute(name):
    """What stands in for a name of a missing module: a class if it is written like one."""
    if name in ("__path__", "__file__", "__all__", "__wrapped__"):
        raise AttributeError(name)
    if name == "__version__":
        return "2.0.0"
    return type(name, (Nothing,), {}) if name[:1].isupper() else Nothing()


class StandIns:
    """Finds modules of the packages that are named, whatever is asked of them."""

    def __init__(self, packages):
        self.packages = packages

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in self.packages:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__getattr__ = attribute
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


def install(packages):
    """From here on, the packages can be imported."""
    sys.meta_path.append(StandIns(packages))
