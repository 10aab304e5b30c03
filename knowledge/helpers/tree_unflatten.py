def tree_unflatten(leaves, treespec):
    """The container of treespec, which is tree_flatten's second result, with leaves as its items.

    Equals torch.utils._pytree.tree_unflatten.
    """
    leaves = list(leaves)

    def filled(item):
        if isinstance(item, dict):
            pairs = [(key, filled(value)) for key, value in item.items()]
            found = {} if type(item) is dict else item.copy()
            found.update(pairs)
            return found
        if isinstance(item, (list, tuple)):
            items = [filled(value) for value in item]
            return type(item)(*items) if hasattr(item, "_fields") else type(item)(items)
        return leaves[item]

    return filled(treespec)
