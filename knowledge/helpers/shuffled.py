def shuffled(numbers):
    """The order that torch.randperm gives: of one more than it is given random integers."""
    order = list(range(len(numbers) + 1))
    for i, number in enumerate(numbers.tolist()):
        j = i + number % (len(order) - i)
        order[i], order[j] = order[j], order[i]
    return order
