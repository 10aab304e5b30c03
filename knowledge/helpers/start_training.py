def start_training(net):
    """Put a new Cell into training mode, but for the parts that its constructors put into a mode.

    So a torch module starts. Gives the Cell back.
    """
    if "training" not in net.get_flags():
        net._phase = "train"
    for _, cell in net.cells_and_names():
        if "training" not in cell.get_flags():
            cell.add_flags(training=True)
    return net
