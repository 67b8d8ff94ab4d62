"""Spacecraft: trees of gimballed and spherical joints, what acts on them, many runs of them.

    from kane import space

    sat = space.spacecraft(bus=…, appendages=[space.Appendage(…)], wheels=[space.Wheel(…)])

From: kane/pipeline.py, kane/sim    Next: craft.py
"""

from kane.space.checks import Checked, checks
from kane.space.craft import Base, Order, Spacecraft, spacecraft
from kane.space.deploy import Deployed, deploy
from kane.space.environment import Environment, ThirdBody
from kane.space.field import Dipole
from kane.space.frames import Clock
from kane.space.monte_carlo import monte_carlo
from kane.space.orbit import EARTH, MOON_MU, SUN_MU, Central, Orbit, circular, elliptic
from kane.space.parts import Appendage, Gyro, Lock, Plate, Thruster, Torquer, Wheel, slosh
from kane.space.runs import Runs
from kane.space.scatter import normal, uniform
from kane.space.surfaces import Air, Light

__all__ = [
    "EARTH",
    "MOON_MU",
    "SUN_MU",
    "Air",
    "Appendage",
    "Base",
    "Central",
    "Checked",
    "Clock",
    "Deployed",
    "Dipole",
    "Environment",
    "Gyro",
    "Light",
    "Lock",
    "Orbit",
    "Order",
    "Plate",
    "Runs",
    "Spacecraft",
    "ThirdBody",
    "Thruster",
    "Torquer",
    "Wheel",
    "checks",
    "circular",
    "deploy",
    "elliptic",
    "monte_carlo",
    "normal",
    "slosh",
    "spacecraft",
    "uniform",
]
