from .core import Wrapper


class TimeLimit(Wrapper):
    def __init__(self, env, max_episode_steps=None):
        super().__init__(env)
        self._max_episode_steps = max_episode_steps


class RecordEpisodeStatistics(Wrapper):
    """Adds an episode's return and length to what its last step tells."""

    def reset(self, **options):
        self.total, self.length = 0.0, 0
        return self.env.reset(**options)

    def step(self, action):
        seen, reward, done, told = self.env.step(action)
        self.total, self.length = self.total + reward, self.length + 1
        episode = {"episode": {"r": self.total, "l": self.length}}
        return seen, reward, done, {**told, **(episode if done else {})}


class Monitor(Wrapper):
    def __init__(self, env, directory=None, **options):
        super().__init__(env)
