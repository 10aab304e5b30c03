class Constraint:
    """A set of values, by the test for them: check tells it for each value, or each event.

    Stands for a constraint of torch.distributions.constraints.
    """

    def __init__(self, check, event_dim=0, is_discrete=False):
        self.check, self.event_dim, self.is_discrete = check, event_dim, is_discrete
