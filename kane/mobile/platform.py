"""platform: a body on wheels with arms on it, as a System.

From: kane/model/rolling/platform.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kane.algebra.expr import Expr, Scalar
from kane.errors import chosen
from kane.geometry.rotation import IDENTITY, Rows
from kane.geometry.vector import GROUND, ZEROS, Components, Frame
from kane.model.body import Body
from kane.model.closures import Constraint
from kane.model.given import members, refuse, shown
from kane.model.joints.joint import Joint
from kane.model.joints.makers import Fixed as FixedJoint
from kane.model.loads import Gravity, Load
from kane.model.rolling.kinds import Fixed
from kane.model.rolling.platform import Platform, Speeds
from kane.model.rolling.speeds import speeds_of
from kane.model.system import System


@dataclass(frozen=True, kw_only=True)
class Mount:
    """An arm and where it stands on the platform.

    `base` is the arm's base, a body of its own where its data come apart; `axes` turn it.
    """

    arm: System
    at: Components = ZEROS
    base: Body | None = None
    axes: Rows = IDENTITY

    def __post_init__(self) -> None:
        if not isinstance(self.arm, System):
            what = f"its arm {shown(self.arm)} is no System."
            refuse("Mount", what, 'Give arm=System(…), or arm=load("two_link.toml").')


def platform(
    name: str,
    *,
    body: Body,
    wheels: Sequence[Fixed],
    radius: Scalar | None = None,
    wheel_mass: Scalar | None = None,
    friction: Scalar = 0,
    height: Scalar = 0,
    slope: Scalar = 0,
    arm: System | None = None,
    at: Components = ZEROS,
    base: Body | None = None,
    arms: Sequence[Mount] = (),
    loads: Sequence[Load] = (),
    constraints: Sequence[Constraint] = (),
    gravity: Scalar = 9.81,
    coordinates: str = "x y theta",
    speed_names: str = "v w",
    speeds: Speeds | Literal["rolling", "forward", "paper"] = Speeds.ROLLING,
) -> System:
    """A platform that rolls, with the arms on it.

    - `body`: its origin on the ground, z up, x ahead; or `height` above the ground.
    - `radius`, `wheel_mass`, `friction`: of wheels that say nothing else. Without a mass a wheel is
      a disc a third of its radius wide, of 600 kg/m³: 2.1 kg at 15 cm. `wheel_mass=0` is massless.
    - `arm`, `at`, `base`: one arm, where it stands, its base if that is a body of its own; or
      several as `arms`, a `Mount` each. An arm's own gravity gives way to the platform's.
    - `slope`: how far the ground rises along its x, in radians.
    - `coordinates` and `speed_names`: where two platforms are in one system.
    - `speeds`: "rolling", v of a steered wheel along its heading, or "forward", of the axle.
    """
    path = f"Platform '{name}'"
    arms = members(arms, Mount, path, "arms")
    own = () if arm is None else (Mount(arm=arm, at=at, base=base),)
    base_ = Platform(
        body=body,
        wheels=members(wheels, Fixed, path, "wheels"),
        radius=radius,
        mass=wheel_mass,
        friction=friction,
        height=height,
        slope=slope,
        coordinates=coordinates,
        speed_names=speed_names,
        speeds=chosen(Speeds, speeds),
    )
    carried = [_Carried(body=body, mount=one, number=i) for i, one in enumerate((*own, *arms), 1)]
    joints = [*base_.joints, *(joint for one in carried for joint in one.joints)]
    return System(
        name,
        joints=joints,
        constraints=[
            *base_.constraints,
            *(relation for one in carried for relation in one.mount.arm.constraints),
            *constraints,
        ],
        speeds={**base_.motion, **{k: v for one in carried for k, v in one.speeds.items()}},
        loads=[
            Gravity(along=-GROUND.z, magnitude=gravity),
            *base_.loads,
            *(load for one in carried for load in one.loads),
            *loads,
        ],
    )


def together(name: str, *systems: System, constraints: Sequence[Constraint] = ()) -> System:
    """Several systems as one, held together by constraints: two robots that carry one load.

    They share the ground and its gravity, which is taken from the first.
    """
    systems = members(systems, System, f"together '{name}'", "systems")
    if not systems:
        refuse(f"together '{name}'", "there are 0 systems.", "Give one or more Systems.")
    first = systems[0]
    loads = [load for one in systems for load in one.loads if not isinstance(load, Gravity)]
    return System(
        name,
        joints=[joint for one in systems for joint in one.joints],
        loads=[*(load for load in first.loads if isinstance(load, Gravity)), *loads],
        constraints=[*(held for one in systems for held in one.constraints), *constraints],
        speeds={k: v for one in systems for k, v in speeds_of(one.joints, one.speeds).items()},
    )


@dataclass(frozen=True, kw_only=True)
class _Carried:
    """An arm on the body: its parts as they are there."""

    body: Body
    mount: Mount
    number: int

    @property
    def joints(self) -> Iterator[Joint]:
        """The arm's, on its base, which is fixed to the body."""
        base = self.mount.base or Frame(f"{self.mount.arm.name} base")
        at = self.mount.at
        name = f"{self.mount.arm.name} on {self.body.name}"
        yield FixedJoint(name, self.body, base, at=at, axes=self.mount.axes)
        for joint in self.mount.arm.joints:
            yield replace(joint, parent=base) if joint.parent is GROUND else joint

    @property
    def loads(self) -> Iterator[Load]:
        """The arm's, without its gravity."""
        return (load for load in self.mount.arm.loads if not isinstance(load, Gravity))

    @property
    def speeds(self) -> Mapping[str, Expr]:
        """The arm's: those it has, else its joints' own."""
        arm = self.mount.arm
        return speeds_of(arm.joints, arm.speeds)


__all__ = ["Mount", "platform", "together"]
