# packages: bert-pytorch
# needs: tqdm
import random
import re
import sys

import tqdm
from bert_pytorch.__main__ import train
from bert_pytorch.dataset.vocab import WordVocab
from bert_pytorch.trainer import BERTTrainer

random.seed(0)
words = [f"w{number}" for number in range(20)]
with open("corpus.txt", "w", encoding="utf-8") as corpus:
    for _ in range(16):
        left, right = (" ".join(random.choices(words, k=4)) for _ in range(2))
        corpus.write(f"{left}\t{right}\n")
with open("corpus.txt", encoding="utf-8") as corpus:
    WordVocab(corpus).save_vocab("vocab.pkl")
losses = []


def note(line, *args, **kwargs):
    losses.append(float(re.search(r"'loss': ([\d.e+-]+)", line)[1]))


tqdm.tqdm.write = staticmethod(note)
BERTTrainer.save = lambda *_: None  # it writes the whole network as a pickle
options = "-c corpus.txt -v vocab.pkl -o model -hs 16 -l 2 -a 2 -s 12 -b 4 -e 2 -w 0 --log_freq 1"
sys.argv[1:] = options.split()
train()
