# packages: stable-baselines3
# needs: gymnasium cloudpickle farama-notifications typing-extensions pandas python-dateutil six
import gymnasium as gym
import numpy as np
import torch
from stable_baselines3 import A2C, DQN


class Walk(gym.Env):
    """A point that is to be led to the middle."""

    observation_space = gym.spaces.Box(-10, 10, (3,), np.float32)
    action_space = gym.spaces.Discrete(3)

    def reset(self, seed=None, options=None):
        self.count, self.place = 0, np.array([1.0, -2.0, 0.5], np.float32)
        return self.place.copy(), {}

    def step(self, action):
        self.count += 1
        self.place[int(action)] *= 0.7
        return self.place.copy(), -float(np.abs(self.place).sum()), self.count >= 12, False, {}


losses = []
for method, options in ((A2C, {"n_steps": 8}), (DQN, {"learning_starts": 10, "batch_size": 8, "buffer_size": 200})):
    model = method("MlpPolicy", Walk(), seed=0, device="cpu", policy_kwargs={"net_arch": [8]}, **options)
    model.learn(48)
    logged = model.logger.name_to_value
    losses += [float(value) for name, value in sorted(logged.items()) if name.startswith("train/") and "loss" in name]
    actions, _ = model.predict(np.eye(3, dtype=np.float32), deterministic=True)
    losses += [float(a) for a in actions]
