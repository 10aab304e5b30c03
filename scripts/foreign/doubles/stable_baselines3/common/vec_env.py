import numpy as np


class DummyVecEnv:
    """Several environments, one after the other; a new episode begins where one ends."""

    def __init__(self, makers):
        self.envs = [make() for make in makers]
        self.num_envs = len(self.envs)
        self.observation_space = self.envs[0].observation_space
        self.action_space = self.envs[0].action_space

    def reset(self):
        return np.stack([env.reset() for env in self.envs])

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        rows = []
        for env, action in zip(self.envs, self.actions, strict=True):
            seen, reward, done, told = env.step(action)
            rows.append((env.reset() if done else seen, reward, done, told))
        seen, rewards, dones, told = zip(*rows, strict=True)
        return np.stack(seen), np.array(rewards, np.float32), np.array(dones), list(told)

    def close(self):
        for env in self.envs:
            env.close()


class VecEnvWrapper:
    def __init__(self, venv):
        self.venv, self.num_envs = venv, venv.num_envs
        self.observation_space, self.action_space = venv.observation_space, venv.action_space

    def reset(self):
        return self.venv.reset()

    def step(self, actions):
        self.step_async(actions)
        return self.step_wait()

    def step_async(self, actions):
        self.venv.step_async(actions)

    def step_wait(self):
        return self.venv.step_wait()

    def close(self):
        self.venv.close()


SubprocVecEnv = DummyVecEnv
