"""Recomputes the known values of ratings and sequential tests by other means than ours: scipy's optimisers on the
likelihoods as they are written in textbooks, with derivatives by finite differences.

    match_statistics.py crates/measure/tests/known/statistics.json          compare
    match_statistics.py crates/measure/tests/known/statistics.json --write  compute the values again
"""

import json
import math
import sys

import numpy as np
from scipy.optimize import minimize

ELO = 400 / math.log(10)


def davidson(case):
    """Ratings with 95 % error bars: Davidson's model, and a normal prior on every strength."""
    n = case["entrants"]
    prior = case["prior"] / ELO
    has_draws = any(d for _, _, _, d, _ in case["pairings"])

    def cost(parameters):
        strengths, nu = np.exp(parameters[:n]), math.exp(parameters[n]) if has_draws else 0.0
        total = sum(x * x for x in parameters[:n]) / (2 * prior * prior)
        for i, j, wins, draws, losses in case["pairings"]:
            drawn = nu * math.sqrt(strengths[i] * strengths[j])
            every = strengths[i] + strengths[j] + drawn
            total -= wins * math.log(strengths[i] / every) + losses * math.log(strengths[j] / every)
            if draws:
                total -= draws * math.log(drawn / every)
        return total

    start = np.zeros(n + 1 if has_draws else n)
    if not has_draws:
        inner = cost
        cost = lambda parameters: inner(np.append(parameters, 0.0))
    found = minimize(cost, start, method="Nelder-Mead", options={"maxiter": 200_000, "maxfev": 400_000, "xatol": 1e-11, "fatol": 1e-14, "adaptive": True})
    found = minimize(cost, found.x, method="BFGS", options={"gtol": 1e-9})
    at, size, h = found.x, len(found.x), 1e-3
    hessian = np.zeros((size, size))
    unit = np.eye(size) * h
    for a in range(size):
        for b in range(size):
            hessian[a, b] = (
                cost(at + unit[a] + unit[b]) - cost(at + unit[a] - unit[b])
                - cost(at - unit[a] + unit[b]) + cost(at - unit[a] - unit[b])
            ) / (4 * h * h)
    covariance = np.linalg.inv(hessian)[:n, :n]
    centre = np.eye(n) - 1 / n
    deviations = np.sqrt(np.diag(centre @ covariance @ centre.T))
    return {
        "elo": [round(float(x), 4) for x in ELO * (at[:n] - at[:n].mean())],
        "error": [round(float(x), 3) for x in 1.96 * ELO * deviations],
    }


def llr(case):
    """The log-likelihood ratio of the best five frequencies that each hypothesis allows."""
    counts = np.array(case["pairs"], dtype=float)
    x = np.array([0, 0.25, 0.5, 0.75, 1])

    def best(elo):
        if case["model"] == "logistic":
            wanted = 1 / (1 + 10 ** (-elo / 400))
            constraint = lambda p: p @ x - wanted
        else:
            t = elo * math.sqrt(2) / (800 / math.log(10))
            constraint = lambda p: p @ x - 0.5 - t * math.sqrt(max(p @ (x * x) - (p @ x) ** 2, 1e-18))
        constraints = [{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": constraint}]
        share = counts / counts.sum()
        found = minimize(
            lambda p: -(share @ np.log(p)), share, jac=lambda p: -share / p, method="SLSQP",
            bounds=[(1e-9, 1)] * 5, constraints=constraints, options={"maxiter": 5000, "ftol": 1e-16},
        )
        if not found.success and found.status != 8:
            raise SystemExit(f"scipy gives up on {case}: {found.message}")
        return np.log(found.x)

    return {"llr": round(float(counts @ (best(case["elo1"]) - best(case["elo0"]))), 4)}


def main():
    path, write = sys.argv[1], "--write" in sys.argv
    with open(path, encoding="utf-8") as file:
        known = json.load(file)
    for group, compute, tolerance in [("ratings", davidson, 0.02), ("sprt", llr, 0.002)]:
        for case in known[group]:
            values = compute(case)
            if write:
                case.update(values)
                continue
            for name, value in values.items():
                off = np.max(np.abs(np.array(case[name]) - np.array(value)))
                if off > tolerance * max(1, np.max(np.abs(value)) / 100):
                    raise SystemExit(f"{name} of {case}: scipy finds {value}")
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write("{\n" + ",\n".join(
                f'"{group}": [\n' + ",\n".join("  " + json.dumps(case) for case in cases) + "\n]" for group, cases in known.items()
            ) + "\n}\n")
    print(f"{len(known['ratings'])} sets of ratings and {len(known['sprt'])} sequential tests agree with scipy")


if __name__ == "__main__":
    main()
