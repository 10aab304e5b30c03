def tree_map(func, tree, *rests):
    """What func gives for each item of nested lists, tuples and dicts, in a container like tree.

    The items of rests at the same place are further arguments of func. Equals
    torch.utils._pytree.tree_map for Python's own containers.
    """
    if isinstance(tree, dict):
        pairs = [(key, tree_map(func, tree[key], *(rest[key] for rest in rests))) for key in tree]
        found = dict(pairs) if type(tree) is dict else tree.copy()
        found.update(pairs)
        return found
    if isinstance(tree, (list, tuple)):
        items = [tree_map(func, *together) for together in zip(tree, *rests, strict=True)]
        return type(tree)(*items) if hasattr(tree, "_fields") else type(tree)(items)
    return func(tree, *rests)
