def tree_leaves(tree):
    """The items of nested lists, tuples and dicts, in a flat list.

    Equals torch.utils._pytree.tree_leaves for Python's own containers.
    """
    if isinstance(tree, dict):
        return [leaf for item in tree.values() for leaf in tree_leaves(item)]
    if isinstance(tree, (list, tuple)):
        return [leaf for item in tree for leaf in tree_leaves(item)]
    return [tree]
