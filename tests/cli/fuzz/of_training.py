"""Invocations of `train`, on a small file, so that an invocation takes a moment."""

from __future__ import annotations

import pickle
from pathlib import Path

from tests.cli.fuzz.drawing import Drawing
from tests.cli.fuzz.words import DIGITS, Pool


class OfTraining(Drawing):
    """One method for the command."""

    def train(self) -> list[str]:
        words = ["train", *self.option("--data", self._data())]
        options = [
            ("--smoothing", Pool(("0", "1", "1/3", "1e3"), ("-1", "x", "", "nan", "1/0"), ("1e300",))),
            ("--clip", Pool(("1", "0.1"), ("0", "-1", "x", "", "inf"), ("1e-9", "1e9"))),
            ("--sigma", Pool(("2", "0", "1.1"), ("-1", "x", "", "1e-10", "1e10"), ("1e-9", "1/100", "1e9"))),
            ("--step-size", Pool(("1", "1/2"), ("0", "-1", "x", ""), ("1e9", "1e-9"))),
            ("--weight-decay", Pool(("0", "1e-4"), ("-1", "x", ""), ("1e9",))),
            ("--sampling", Pool(("poisson", "without-replacement"), ("", "x", "shuffled", "Poisson"))),
            ("--schedule", Pool(("constant", "root", "inverse"), ("", "x"))),
            ("--layout", Pool(("tensor", "vector"), ("", "x"), ("grid",))),
            ("--denoising", Pool(("smoothing", "none", "equal-norm", "constant", "noiseless"), ("", "x"),
                                 ("permuted", "transposed"))),
            ("--delta", Pool(("1e-5", "1/3"), ("0", "1", "-1", "x", ""), ("1e-300",))),
            ("--digits", Pool(("1", "6"), DIGITS.bad)),
            ("--seed", Pool(("1", str(2**255)), ("-1", "x", "1.5", str(2**257)))),
            ("--resume", Pool((str(self.folder / "state"),), (str(self.folder), "", str(self.folder / "no" / "state")),
                              (str(self.files["binary"]), str(self.files["deep"]), "/dev/null", str(self._pickle())))),
            ("--optimizer", Pool(("sgd",), ("adam", "x", ""))),
            ("--model", Pool(("logistic",), ("", "tree"))),
        ]  # fmt: skip
        chosen = self.draw.sample(options, 3)
        for name, pool in chosen:
            words += self.option(name, pool)
        if any(name == "--resume" for name, _ in chosen):
            self._may((0, 2))  # the state may be that of another run
        return [*words, *self._length(), *self.flags("--json")]

    def _length(self) -> list[str]:
        """Batch and steps, or whole epochs, of the 80 records that are not for testing."""
        # Whole batches have a closed form; sampled ones would cost the accountant seconds.
        batch = self.option("--batch", Pool(("80",), ("0", "81", "-1", "x", "1.5", "")))
        if self.draw.random() < 0.5:
            return [*batch, *self.option("--steps", Pool(("1", "5"), ("0", "-1", "x", "1.5", "", "10000001")))]
        return [*batch, *self.option("--epochs", Pool(("1", "2"), ("0", "-1", "x", "1/3", "")))]

    def _data(self) -> Pool:
        bad = ("no labels", "one class", "empty.csv", "not numbers", "binary.npz", "pickled.npz")
        return Pool(
            (str(self._file("labelled", "width,height,label\n" + "0.5,1,0\n0.25,0,1\n" * 50)),),
            ("", "numbers", "/nowhere.csv", str(self.folder), *(str(self._file(name, "")) for name in bad)),
        )

    def _file(self, name: str, content: str) -> Path:
        """A file of the folder; those that are no data have contents of their own."""
        contents = {
            "no labels": b"x,label\n1,-1\n2,0\n",
            "one class": b"x,label\n" + b"1,0\n" * 9,
            "empty.csv": b"",
            "not numbers": b"x,label\n" + b"nan,0\n1,1\n" * 9,
            "binary.npz": bytes(range(256)) * 4,
            "pickled.npz": pickle.dumps({"x_train": 1}),
        }
        path = self.folder / (name if "." in name else f"{name}.csv")
        path.write_bytes(contents.get(name, content.encode()))
        return path

    def _pickle(self) -> Path:
        """A state file must not be unpickled."""
        path = self.folder / "pickle"
        path.write_bytes(pickle.dumps({"steps": 5}))
        return path
