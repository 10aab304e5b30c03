def tree_map_only(type_or_types, func, tree):
    """What func gives for each item of one of the types in nested lists, tuples and dicts.

    Other items stay as they are. Equals torch.utils._pytree.tree_map_only for Python's own
    containers.
    """
    if isinstance(tree, dict):
        pairs = [(key, tree_map_only(type_or_types, func, item)) for key, item in tree.items()]
        found = dict(pairs) if type(tree) is dict else tree.copy()
        found.update(pairs)
        return found
    if isinstance(tree, (list, tuple)):
        items = [tree_map_only(type_or_types, func, item) for item in tree]
        return type(tree)(*items) if hasattr(tree, "_fields") else type(tree)(items)
    return func(tree) if isinstance(tree, type_or_types) else tree
