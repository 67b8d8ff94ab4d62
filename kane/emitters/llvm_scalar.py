"""ScalarBody: the instructions of one function in LLVM text, one state at a time.

From: llvm_body.py    Next: llvm_twins.py, llvm.py
"""

from __future__ import annotations

from kane.emitters.literal import vector
from kane.emitters.llvm_body import Body, Plan
from kane.emitters.llvm_form import form
from kane.emitters.slots import item_place
from kane.program.target import Target


class ScalarBody(Body):
    """Values as doubles; the angles of a SINCOS as one vector."""

    def __init__(self, planned: Plan, target: Target) -> None:
        super().__init__(planned, form(1, target))

    def element(self, pointer: int, group: str, place: int, name: str) -> str:
        self.used[f"ptr %{group}"] = None
        self.lines.append(f"  %{name} = getelementptr double, ptr %{group}, i64 {place}")
        return f"%{name}"

    def sincos(self, index: int) -> None:
        angles = [self[arg] for arg in self.program.args[index]]
        width = self.slots.width
        V = vector("double", width)
        packed = self._packed(index, angles, width)
        if index in self.slots.of:
            sines = self.slot(self.slots.of[index], f"v{index}.m")
        else:
            sines = f"%v{index}.m"
            self.lines.append(f"  {sines} = alloca [{2 * width} x double], align 64")
        self.lines += (
            f"  %v{index}.c = getelementptr double, ptr {sines}, i64 {width}",
            f"  call void @kane.sincos.{width}({V} {packed}, ptr {sines}, ptr %v{index}.c)",
        )
        self[index] = sines

    def item(self, item: int) -> str:
        sines = self[self.program.args[item][0]]
        place = item_place(self.program, item, self.slots.width)
        self.lines += (
            f"  %p{item} = getelementptr double, ptr {sines}, i64 {place}",
            f"  %v{item} = load double, ptr %p{item}, align 8",
        )
        return f"%v{item}"

    def _packed(self, index: int, angles: list[str], width: int) -> str:
        """The angles in one vector, the lanes that are over zero."""
        if width == 1:
            return angles[0]
        V = vector("double", width)
        vector_so_far = "poison" if len(angles) == width else "zeroinitializer"
        for lane, angle in enumerate(angles):
            self.lines.append(
                f"  %v{index}.{lane} = insertelement {V} {vector_so_far}, double {angle}, "
                f"i32 {lane}"
            )
            vector_so_far = f"%v{index}.{lane}"
        return vector_so_far
