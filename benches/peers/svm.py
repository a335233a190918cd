"""Races our solvers against scikit-learn's LIBSVM and LIBLINEAR on the same rows: CPU seconds, memory, objective.

    python3 benches/peers/svm.py [WORK ...] [--rounds 5]

In turns, as `race.py`, whose environment it uses; CPU seconds of one thread; ours / theirs, lower is better.
"""

import argparse
import json
import os
import statistics
import time
from pathlib import Path

for pool in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{pool}_NUM_THREADS"] = "1"

HERE = Path(__file__).parent
FOLDER = (HERE / "../../target/peers").resolve()
WORKS = {  # work: (rows, features, C, gamma)
    "rbf": (10_000, 12, 1.0, 1 / 12),
    "decide": (10_000, 12, 1.0, 1 / 12),
    "linear": (50_000, 12, 1.0, 0.0),
}


def rows(n, d, seed):
    """Overlapping classes, a fifth positive, and their labels; one feature is bent, so that no plane is best."""
    import numpy as np

    draw = np.random.default_rng(seed)
    labels = np.arange(n) % 5 == 0
    x = draw.standard_normal((n, d)) + np.where(labels, 1.8 / np.sqrt(d), 0.0)[:, None]
    x[:, 0] += 0.3 * x[:, 1] * x[:, 2]
    return x, labels


def write(path, x, last, rest=()):
    import numpy as np

    whole = np.concatenate([x.shape, np.column_stack([x, last]).ravel(), rest])
    whole.astype("<f8").tofile(path)


def resident(line):
    with open("/proc/self/status") as status:
        return next(int(text.split()[1]) for text in status if text.startswith(line)) / 1024


def timed(work):
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def theirs(work):
    """One run of scikit-learn, which first writes what our side needs for the same."""
    import warnings

    import numpy as np
    from sklearn.svm import SVC, LinearSVC

    warnings.simplefilter("ignore")  # LIBLINEAR stops at its number of passes
    n, d, c, gamma = WORKS[work]
    x, labels = rows(n, d, 1)
    write(FOLDER / f"{work}.rows", x, labels)
    solver = LinearSVC(loss="hinge", C=c, random_state=0) if work == "linear" else SVC(C=c, gamma=gamma, cache_size=256)
    before = resident("VmRSS")
    _, seconds = timed(lambda: solver.fit(x, labels))
    mebibytes = resident("VmHWM") - before
    if work == "decide":
        fresh, nothing = rows(20_000, d, 2)
        write(FOLDER / "decide.rows", fresh, nothing)
        write(FOLDER / "decide.vectors", solver.support_vectors_, solver.dual_coef_[0], solver.intercept_)
        scores, seconds = timed(lambda: solver.decision_function(fresh))
        return {"seconds": seconds, "mebibytes": 0, "check": scores.sum()}
    scores = solver.decision_function(x)
    hinge = np.maximum(0, 1 - np.where(labels, scores, -scores)).sum()
    if work == "linear":
        square = (solver.coef_**2).sum()
    else:
        square = (solver.decision_function(solver.support_vectors_) - solver.intercept_[0]) @ solver.dual_coef_[0]
    return {"seconds": seconds, "mebibytes": mebibytes, "check": square / 2 + c * hinge}


def race(work, rounds):
    from race import environment, ours, run

    _, _, c, gamma = WORKS[work]
    python, binary = environment(FOLDER), ours("svm")
    given = [FOLDER / "decide.vectors" if work == "decide" else str(c), str(gamma)]
    here, there = [], []
    for _ in range(rounds):
        there.append(run(python, __file__, "--theirs", work))
        here.append(run(binary, work, FOLDER / f"{work}.rows", *given))

    def median(runs, figure):
        return statistics.median(run[figure] for run in runs)

    a, b = median(here, "seconds"), median(there, "seconds")
    told = f"{work}: {a:.3f} s / {b:.3f} s = {a / b:.3f}"
    if work != "decide":
        told += f", memory {median(here, 'mebibytes'):.0f} MiB / {median(there, 'mebibytes'):.0f} MiB"
    relative = here[0]["check"] / there[0]["check"] - 1
    print(f"{told}, {'sum of scores' if work == 'decide' else 'objective'} {relative:+.1e} ({rounds} rounds)", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("works", nargs="*", choices=[*WORKS, []], help="default: all")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--theirs", choices=WORKS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    if options.theirs:
        print(json.dumps(theirs(options.theirs)))
    else:
        for work in options.works or WORKS:
            race(work, options.rounds)
