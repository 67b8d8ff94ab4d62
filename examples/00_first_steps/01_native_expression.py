"""From a formula to native code: the energy of a pendulum, at a million states.

A point of mass m hangs on a rod of length r and swings in a plane:

        o───── q = angle from straight down, u = q̇
         \\
          \\ r     E = m r² u²/2 − m g r cos q          (energy)
           \\      u̇ = −(g/r) sin q                     (from Newton's law)
            ● m

Both become one native function. Evaluated over a grid of a million states, the lines of equal
energy are the pendulum's motions: closed curves swing, open ones go over the top. Along every
motion the energy is constant: dE/dt = ∂E/∂q u + ∂E/∂u u̇ = 0.
"""

from __future__ import annotations

import os
import time

import numpy as np

from kane.algebra.derivative import derivative
from kane.algebra.expr import symbol
from kane.algebra.functions import cos, sin
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.machine.cpu import host_target
from kane.pipeline import compile, lower, optimize
from kane.program.count import count

POINTS = 100 if os.environ.get("KANE_QUICK") else 1000  # of the grid, each way

# The formula, on symbols: derivatives are formulas too.
graph = Graph()
m, r, g = (symbol(name, Rate.PARAMETER, graph) for name in ("m", "r", "g"))
q = symbol("q", Rate.CONFIGURATION, graph)
u = symbol("u", Rate.SPEED, graph)
energy = (m * r**2 * u**2 / 2 - m * g * r * cos(q)).named("E")
acceleration = (-(g / r) * sin(q)).named("udot")
power = derivative(energy, q) * u + derivative(energy, u) * acceleration
print(f"E = {energy}\n")

# Lowered to a list of single assignments, and compiled.
inputs = {"parameters": [m, r, g], "q": [q], "u": [u]}
program = lower("pendulum", inputs, {"energy": energy, "udot": acceleration, "power": power})
print(f"{program}\n{count(optimize(program, host_target()))} a state, parameters apart\n")
kernel = compile(program)
lines = kernel.code.text.splitlines()
product = next(line.strip() for line in lines if "= fmul" in line and "%v" in line)
print(f"as LLVM text, {len(lines)} lines; one of them: {product}\n")

# One call for a million states.
Q, U = np.meshgrid(np.linspace(-5, 5, POINTS), np.linspace(-8, 8, POINTS))
parameters = np.broadcast_to([1.5, 0.8, 9.81], (Q.size, 3))  # kg, m, m/s²
start = time.perf_counter()
result = kernel(parameters, Q.reshape(-1, 1), U.reshape(-1, 1))
seconds = time.perf_counter() - start
print(f"{Q.size} states in {seconds * 1e3:.1f} ms, compiling included")
E = result.energy.reshape(Q.shape)

try:
    import matplotlib.pyplot as plt
except ImportError:  # the same picture in letters
    shade = 9.99 * (E - E.min()) / (E.max() - E.min())
    for row in shade[:: POINTS // 20, :: POINTS // 50].astype(int):
        print("".join(" .:-=+*#%@"[level] for level in row))
else:
    plt.contour(Q, U, E, levels=24, cmap="viridis")
    plt.contour(Q, U, E, levels=[1.5 * 9.81 * 0.8], colors="black")  # just over the top
    plt.title("A pendulum's motions: lines of equal energy")
    plt.xlabel("angle q (rad)")
    plt.ylabel("speed u (rad/s)")
    plt.savefig("pendulum.png", dpi=120)
    print("picture: pendulum.png")

# Energy is kept: what power is left is round-off of terms of the size of |∂E/∂q u|.
scale = np.abs(1.5 * 9.81 * 0.8 * U).max()
assert np.abs(result.power).max() <= 8 * np.finfo(float).eps * scale
