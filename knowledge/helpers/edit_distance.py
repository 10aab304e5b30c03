def edit_distance(seq1, seq2) -> int:
    """How many items are to be inserted, deleted or replaced to make seq2 of seq1.

    Equals torchaudio.functional.edit_distance.
    """
    row = list(range(len(seq2) + 1))
    for i, item in enumerate(seq1, 1):
        diagonal, row[0] = row[0], i
        for j, other in enumerate(seq2, 1):
            best = min(diagonal + (item != other), row[j] + 1, row[j - 1] + 1)
            diagonal, row[j] = row[j], best
    return row[-1]
