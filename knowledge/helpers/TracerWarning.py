class TracerWarning(Warning):
    """A category of warnings that nothing gives: MindSpore has no tracer of torch.jit's.

    Stands for torch.jit.TracerWarning, so that filters may name it.
    """
