"""Rows ⇄ lanes: states that lie apart in memory, brought side by side and back, as LLVM text.

`@kane.pack.W` copies `count` elements of W states into a block of `count` vectors, one element
each; `@kane.unpack.W` copies them back; `@kane.copy` moves the elements of one state.

Where the elements of a state are contiguous, tiles of b elements of all W states are moved at
once, b = W as long as it goes and then W/2, …, 1 for what is left. A tile is transposed by
shuffles: the states j, j + b, j + 2b, … side by side make b vectors, in which blocks of 1, 2, …,
b/2 elements then change places. Four arrays of ten elements cost a state 3.5 ns by tiles and
7.5 ns by single copies, in eight lanes.

From: llvm_lanes.py    Next: llvm_batch.py
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

_COPY: Final = """\
define internal void @kane.copy(ptr %from, i64 %from_stride, ptr %to, i64 %to_stride, \
i64 %count) noinline nounwind {
entry:
  %some = icmp sgt i64 %count, 0
  br i1 %some, label %loop, label %done
loop:
  %k = phi i64 [0, %entry], [%next, %loop]
  %a = phi ptr [%from, %entry], [%a.next, %loop]
  %b = phi ptr [%to, %entry], [%b.next, %loop]
  %x = load double, ptr %a, align 8
  store double %x, ptr %b, align 8
  %a.next = getelementptr i8, ptr %a, i64 %from_stride
  %b.next = getelementptr i8, ptr %b, i64 %to_stride
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}"""

_OPEN: Final = """\
define internal void @kane.{name}.{W}(ptr %states, i64 %step, i64 %stride, i64 %count, \
ptr %block) noinline nounwind {{
entry:
  %some = icmp sgt i64 %count, 0
  br i1 %some, label %begin, label %done
begin:
{states}
  %contiguous = icmp eq i64 %stride, 8
  br i1 %contiguous, label %look{W}, label %element
element:
  %k = phi i64 [0, %begin], [%k.next, %element]
  %offset = mul i64 %k, %stride
{element}
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %count
  br i1 %more, label %element, label %done"""

_WHOLE: Final = """\
look{W}:
  %k{W} = phi i64 [0, %begin], [%end{W}, %tile{W}]
  %end{W} = add i64 %k{W}, {W}
  %fits{W} = icmp sle i64 %end{W}, %count
  br i1 %fits{W}, label %tile{W}, label %look{half}
tile{W}:
{tile}
  br label %look{W}"""

_PART: Final = """\
look{b}:
  %k{b} = phi i64 [%k{double}, %look{double}]{came}
  %end{b} = add i64 %k{b}, {b}
  %fits{b} = icmp sle i64 %end{b}, %count
  br i1 %fits{b}, label %tile{b}, label %{after}
tile{b}:
{tile}
  br label %{after}"""


def rows_functions(lanes: int) -> dict[str, str]:
    """Every function that brings states side by side and back, by name."""
    return {
        "kane.copy": _COPY,
        f"kane.pack.{lanes}": pack(lanes),
        f"kane.unpack.{lanes}": unpack(lanes),
    }


@cache
def pack(W: int) -> str:
    """The definition of @kane.pack.W."""
    return _function("pack", W, _gathered(W), {b: _packed(W, b) for b in _sizes(W)})


@cache
def unpack(W: int) -> str:
    """The definition of @kane.unpack.W."""
    return _function("unpack", W, _scattered(W), {b: _unpacked(W, b) for b in _sizes(W)})


def _sizes(W: int) -> list[int]:
    """How many elements a tile has: W, W/2, …, 1."""
    return [W >> shift for shift in range(W.bit_length())]


def _function(name: str, W: int, element: list[str], tiles: dict[int, list[str]]) -> str:
    """A function that goes through single elements, or through tiles from large to small."""
    states = ["  %state0 = getelementptr i8, ptr %states, i64 0"]
    states += [f"  %state{j} = getelementptr i8, ptr %state{j - 1}, i64 %step" for j in range(1, W)]
    parts = [
        _OPEN.format(name=name, W=W, states="\n".join(states), element="\n".join(element)),
        _WHOLE.format(W=W, half=W // 2, tile="\n".join(tiles[W])),
    ]
    for b in _sizes(W)[1:]:
        parts.append(
            _PART.format(
                b=b,
                double=2 * b,
                came="" if 2 * b == W else f", [%end{2 * b}, %tile{2 * b}]",
                after=f"look{b // 2}" if b > 1 else "done",
                tile="\n".join(tiles[b]),
            )
        )
    return "\n".join((*parts, "done:\n  ret void\n}"))


# ── tiles ─────────────────────────────────────────────────────────────────────────────────────
def _packed(W: int, b: int) -> list[str]:
    """Lines that bring b elements of W states, from element %k on, into b vectors."""
    lines = _addresses(W, b)
    width = _vector(b)
    lines += [f"  %t{b}.{j} = load {width}, ptr %at{b}.{j}, align 8" for j in range(W)]
    rows = [f"%t{b}.{j}" for j in range(W)]
    size = b
    while size < W:  # states j, j + b, … side by side
        joined = [f"%j{b}.{size}.{j}" for j in range(len(rows) // 2)]
        for j, name in enumerate(joined):
            left = j // b * b + j
            lines.append(_shuffle(name, rows[left], rows[left + b], size, range(2 * size)))
        rows, size = joined, 2 * size
    stages, rows = _transposed(f"x{b}", rows, W)
    stores = [f"  store {_vector(W)} {rows[e]}, ptr %to{b}.{e}, align {8 * W}" for e in range(b)]
    return lines + stages + stores


def _unpacked(W: int, b: int) -> list[str]:
    """Lines that bring b vectors back to b elements of W states, from element %k on."""
    lines = _addresses(W, b)
    lines += [f"  %t{b}.{e} = load {_vector(W)}, ptr %to{b}.{e}, align {8 * W}" for e in range(b)]
    stages, rows = _transposed(f"x{b}", [f"%t{b}.{e}" for e in range(b)], W)
    lines += stages
    for j in range(W):
        part, row = divmod(j, b)
        value = f"%s{b}.{j}"
        lines.append(_shuffle(value, rows[row], "poison", W, range(part * b, part * b + b)))
        lines.append(f"  store {_vector(b)} {value}, ptr %at{b}.{j}, align 8")
    return lines


def _addresses(W: int, b: int) -> list[str]:
    """Lines: %atB.J the elements of state J, %toB.E the vector of element E."""
    lines = [f"  %at{b}.{j} = getelementptr double, ptr %state{j}, i64 %k{b}" for j in range(W)]
    lines.append(f"  %place{b} = mul i64 %k{b}, {W}")
    lines.append(f"  %to{b}.0 = getelementptr double, ptr %block, i64 %place{b}")
    lines += [
        f"  %to{b}.{e} = getelementptr double, ptr %to{b}.0, i64 {e * W}" for e in range(1, b)
    ]
    return lines


def _transposed(name: str, rows: list[str], W: int) -> tuple[list[str], list[str]]:
    """Lines that transpose b vectors in log₂ b stages, and the names of the results."""
    lines: list[str] = []
    d = 1
    while d < len(rows):
        low = [lane + (W - d if lane & d else 0) for lane in range(W)]
        high = [lane + (W if lane & d else d) for lane in range(W)]
        made = [f"%{name}.{d}.{i}" for i in range(len(rows))]
        for i in (i for i in range(len(rows)) if not i & d):
            lines.append(_shuffle(made[i], rows[i], rows[i + d], W, low))
            lines.append(_shuffle(made[i + d], rows[i], rows[i + d], W, high))
        rows, d = made, 2 * d
    return lines, rows


def _shuffle(name: str, a: str, b: str, size: int, lanes: Iterable[int]) -> str:
    chosen = [f"i32 {lane}" for lane in lanes]
    return (
        f"  {name} = shufflevector {_vector(size)} {a}, {_vector(size)} {b}, "
        f"<{len(chosen)} x i32> <{', '.join(chosen)}>"
    )


def _vector(size: int) -> str:
    return f"<{size} x double>"


# ── single elements ───────────────────────────────────────────────────────────────────────────
def _gathered(W: int) -> list[str]:
    """Lines that bring element %k of each state into its vector."""
    lines, so_far = _element(W), "poison"
    for j in range(W):
        lines.append(f"  %v{j} = load double, ptr %at{j}, align 8")
        lines.append(f"  %x{j} = insertelement {_vector(W)} {so_far}, double %v{j}, i32 {j}")
        so_far = f"%x{j}"
    return [*lines, f"  store {_vector(W)} {so_far}, ptr %to, align {8 * W}"]


def _scattered(W: int) -> list[str]:
    """Lines that bring element %k from its vector to each state."""
    lines = [*_element(W), f"  %x = load {_vector(W)}, ptr %to, align {8 * W}"]
    for j in range(W):
        lines.append(f"  %v{j} = extractelement {_vector(W)} %x, i32 {j}")
        lines.append(f"  store double %v{j}, ptr %at{j}, align 8")
    return lines


def _element(W: int) -> list[str]:
    """Lines: %at0 … the addresses of element %k in each state, %to its vector's."""
    return [
        *(f"  %at{j} = getelementptr i8, ptr %state{j}, i64 %offset" for j in range(W)),
        f"  %place = mul i64 %k, {W}",
        "  %to = getelementptr double, ptr %block, i64 %place",
    ]
