# packages: stable-baselines3
# needs: gymnasium cloudpickle farama-notifications typing-extensions pandas python-dateutil six
import gymnasium as gym
import numpy as np
import torch
from stable_baselines3 import PPO


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


model = PPO("MlpPolicy", Walk(), n_steps=32, batch_size=16, n_epochs=2, seed=0, device="cpu", policy_kwargs={"net_arch": [8]})
model.learn(96)
logged = model.logger.name_to_value
losses = [float(logged[name]) for name in ("train/loss", "train/value_loss", "train/policy_gradient_loss", "train/entropy_loss")]
actions, _ = model.predict(np.eye(3, dtype=np.float32), deterministic=True)
losses += [float(a) for a in actions]
