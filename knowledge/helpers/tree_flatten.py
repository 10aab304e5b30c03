def tree_flatten(tree):
    """The items of nested lists, tuples and dicts, and the container with their numbers in it.

    tree_unflatten takes both. Equals torch.utils._pytree.tree_flatten for Python's own containers;
    the second result may be compared, and has none of a TreeSpec's methods.
    """
    leaves = []

    def numbered(item):
        if isinstance(item, dict):
            pairs = [(key, numbered(value)) for key, value in item.items()]
            found = {} if type(item) is dict else item.copy()
            found.update(pairs)
            return found
        if isinstance(item, (list, tuple)):
            items = [numbered(value) for value in item]
            return type(item)(*items) if hasattr(item, "_fields") else type(item)(items)
        leaves.append(item)
        return len(leaves) - 1

    return leaves, numbered(tree)
