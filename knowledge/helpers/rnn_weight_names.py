def rnn_weight_names(rnn):
    """The names of an RNN's weights and biases: a list for each layer and direction, as torch's has."""
    kinds = ("weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr")
    ends = ("", "_reverse") if rnn.bidirectional else ("",)
    names = [
        [f"{kind}_l{layer}{end}" for kind in kinds]
        for layer in range(rnn.num_layers)
        for end in ends
    ]
    return [[name for name in one if hasattr(rnn, name)] for one in names]
