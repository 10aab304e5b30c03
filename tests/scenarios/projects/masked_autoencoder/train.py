import argparse

import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset

import models_mae
from engine_pretrain import train_one_epoch
from util.misc import NativeScalerWithGradNormCount as NativeScaler

losses = []


def get_args_parser():
    parser = argparse.ArgumentParser("MAE pre-training", add_help=False)
    parser.add_argument("--batch_size", default=8, type=int)
    parser.add_argument("--epochs", default=6, type=int)
    parser.add_argument(
        "--accum_iter", default=2, type=int, help="Steps whose gradients are added up"
    )
    parser.add_argument("--mask_ratio", default=0.75, type=float)
    parser.add_argument("--norm_pix_loss", action="store_true")
    parser.add_argument("--weight_decay", type=float, default=0.05)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--min_lr", type=float, default=0.0)
    parser.add_argument("--warmup_epochs", type=int, default=2)
    parser.add_argument("--amp", action="store_true")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", default=0, type=int)
    return parser


def main(args):
    device = torch.device(args.device if torch.cuda.is_available() else "cpu")
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)
    rng = np.random.default_rng(args.seed)
    images = torch.from_numpy(rng.standard_normal((64, 3, 16, 16)).astype(np.float32))
    loader = DataLoader(
        TensorDataset(images, torch.zeros(64)), batch_size=args.batch_size, drop_last=True
    )
    model = models_mae.mae_vit_tiny(norm_pix_loss=args.norm_pix_loss)
    model.to(device)
    decay = [p for n, p in model.named_parameters() if p.requires_grad and p.ndim > 1]
    no_decay = [p for n, p in model.named_parameters() if p.requires_grad and p.ndim <= 1]
    param_groups = [
        {"params": no_decay, "weight_decay": 0.0},
        {"params": decay, "weight_decay": args.weight_decay},
    ]
    optimizer = torch.optim.AdamW(param_groups, lr=args.lr, betas=(0.9, 0.95))
    loss_scaler = NativeScaler()
    for epoch in range(args.epochs):
        stats = train_one_epoch(
            model, loader, optimizer, device, epoch, loss_scaler, log_writer=losses, args=args
        )
        losses.append(stats["loss"])


if __name__ == "__main__":
    main(get_args_parser().parse_args([]))
