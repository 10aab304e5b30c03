"""Gym's interface, as it was before version 0.26, to one small world.

``make`` gives two actions where the name says CartPole, two numbers between -1 and 1 otherwise.
"""

import numpy as np

from . import spaces, wrappers
from .core import Env, ObservationWrapper, RewardWrapper, Wrapper

LENGTH = 20  # steps until an episode ends


class World(Env):
    """Four numbers, which an action moves."""

    metadata = {}
    reward_range = (-1, 1)
    spec = None

    def __init__(self, has_choice):
        bound = np.full(4, 3, np.float32)
        one = np.ones(2, np.float32)
        self.observation_space = spaces.Box(-bound, bound)
        self.action_space = spaces.Discrete(2) if has_choice else spaces.Box(-one, one)
        self.moves = np.random.RandomState(5).standard_normal((4, 4)) * 0.4
        self.acts = np.random.RandomState(6).standard_normal((4, 2)) * 0.5
        self.seed(0)

    def seed(self, seed):
        self.generator = np.random.RandomState(seed)

    def reset(self):
        self.steps = 0
        self.state = self.generator.standard_normal(4).astype(np.float32)
        return self.state.copy()

    def step(self, action):
        self.steps += 1
        if np.ndim(action) == 0:
            action = np.eye(2)[int(action)]
        force = self.acts @ np.asarray(action).reshape(-1)
        self.state = np.tanh(self.moves @ self.state + force).astype(np.float32)
        reward = float(self.state[0] - 0.1 * self.state[1])
        return self.state.copy(), reward, self.steps >= LENGTH, {}


def make(name):
    return wrappers.TimeLimit(World("CartPole" in name), LENGTH)
