"""Claims and torch's own samples: what the knowledge base calls safe has no sample that differs."""

from __future__ import annotations

import pytest

from mindport.knowledge.compile import read_samples
from mindport.knowledge.schema import SampleCase, Samples
from mindport.knowledge.store import load
from mindport.reports.samples import samples_text
from tests.knowledge.folder import KNOWLEDGE

MOST_WRONG = 0.005
LEAST_EQUAL = 0.85
