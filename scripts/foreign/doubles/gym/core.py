class Env:
    def close(self):
        """There is nothing to close."""


class Wrapper(Env):
    def __init__(self, env):
        self.env = env

    def __getattr__(self, name):
        return getattr(self.__dict__["env"], name)

    def reset(self, **options):
        return self.env.reset(**options)

    def step(self, action):
        return self.env.step(action)


class ObservationWrapper(Wrapper):
    def reset(self, **options):
        return self.observation(self.env.reset(**options))

    def step(self, action):
        seen, *others = self.env.step(action)
        return self.observation(seen), *others


class RewardWrapper(Wrapper):
    def step(self, action):
        seen, reward, *others = self.env.step(action)
        return seen, self.reward(reward), *others
