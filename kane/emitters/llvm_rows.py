"""Rows ⇄ lanes: states that lie apart in memory, brought side by side and back, as LLVM text.

`@kane.pack.W` copies `count` elements of W states into a block of `count` vectors, one element
each; `@kane.unpack.W` copies them back; `@kane.copy` moves the elements of one state. States
whose elements are contiguous are read W elements at a time and transposed by shuffles, which
takes a third of the time of single copies (claim spine/batch-rows).

From: llvm_lanes.py    Next: llvm_batch.py
"""

from __future__ import annotations

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

_FRAME: Final = """\
define internal void @kane.{name}.{W}(ptr %states, i64 %step, i64 %stride, i64 %count, \
ptr %block) noinline nounwind {{
entry:
  %some = icmp sgt i64 %count, 0
  br i1 %some, label %begin, label %done
begin:
  %contiguous = icmp eq i64 %stride, 8
  %final = sub i64 %count, {W}
  %long = icmp sge i64 %final, 0
  br i1 %contiguous, label %row, label %element
row:
  br i1 %long, label %whole, label %short
whole:
  %w.k = phi i64 [0, %row], [%w.next, %whole]
{whole}
  %w.end = icmp eq i64 %w.k, %final
  %w.ahead = add i64 %w.k, {W}
  %w.over = icmp sgt i64 %w.ahead, %final
  %w.next = select i1 %w.over, i64 %final, i64 %w.ahead
  br i1 %w.end, label %done, label %whole
short:
  %s.count = insertelement <{W} x i64> poison, i64 %count, i32 0
  %s.counts = shufflevector <{W} x i64> %s.count, <{W} x i64> poison, <{W} x i32> zeroinitializer
  %s.mask = icmp ult <{W} x i64> <{numbers}>, %s.counts
{short}
  br label %done
element:
  %e.k = phi i64 [0, %begin], [%e.next, %element]
{element}
  %e.next = add i64 %e.k, 1
  %e.more = icmp ult i64 %e.next, %count
  br i1 %e.more, label %element, label %done
done:
  ret void
}}"""


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
    blocks = {}
    for path, load in (("whole", _load), ("short", _load_some)):
        p = path[0]
        lines = _addresses(p, W, f"%{p}.k" if p == "w" else "0")
        lines += [load(f"%{p}.x0_{j}", f"%{p}.at{j}", W) for j in range(W)]
        lines += _transposed(p, W)
        lines += [
            f"  store <{W} x double> %{p}.x{_stages(W)}_{j}, ptr %{p}.to{j}, align {8 * W}"
            for j in range(W)
        ]
        blocks[path] = "\n".join(lines)
    return _FRAME.format(
        name="pack", W=W, numbers=_numbers(W), element="\n".join(_gather(W)), **blocks
    )


@cache
def unpack(W: int) -> str:
    """The definition of @kane.unpack.W."""
    blocks = {}
    for path, store in (("whole", _store), ("short", _store_some)):
        p = path[0]
        lines = _addresses(p, W, f"%{p}.k" if p == "w" else "0")
        lines += [_load(f"%{p}.x0_{j}", f"%{p}.to{j}", W) for j in range(W)]
        lines += _transposed(p, W)
        lines += [store(f"%{p}.x{_stages(W)}_{j}", f"%{p}.at{j}", W) for j in range(W)]
        blocks[path] = "\n".join(lines)
    return _FRAME.format(
        name="unpack", W=W, numbers=_numbers(W), element="\n".join(_scatter(W)), **blocks
    )


def _addresses(p: str, W: int, element: str) -> list[str]:
    """Lines: %p.at0 … the elements from `element` on of each state, %p.to0 … their vectors."""
    lines = [
        f"  %{p}.at0 = getelementptr double, ptr %states, i64 {element}",
        f"  %{p}.place = mul i64 {element}, {W}",
        f"  %{p}.to0 = getelementptr double, ptr %block, i64 %{p}.place",
    ]
    for j in range(1, W):
        lines.append(f"  %{p}.at{j} = getelementptr i8, ptr %{p}.at{j - 1}, i64 %step")
        lines.append(f"  %{p}.to{j} = getelementptr double, ptr %{p}.to0, i64 {j * W}")
    return lines


def _transposed(p: str, W: int) -> list[str]:
    """Lines that transpose %p.x0_0 … in log₂ W stages: blocks of 1, 2, … change places."""
    lines, width = [], f"<{W} x double>"
    for stage in range(_stages(W)):
        d = 1 << stage
        upper = ", ".join(f"i32 {lane + (W - d if lane & d else 0)}" for lane in range(W))
        lower = ", ".join(f"i32 {lane + (W if lane & d else d)}" for lane in range(W))
        for i in (i for i in range(W) if not i & d):
            a, b = f"%{p}.x{stage}_{i}", f"%{p}.x{stage}_{i + d}"
            for row, mask in ((i, upper), (i + d, lower)):
                lines.append(
                    f"  %{p}.x{stage + 1}_{row} = shufflevector {width} {a}, {width} {b}, "
                    f"<{W} x i32> <{mask}>"
                )
    return lines


def _stages(W: int) -> int:
    return W.bit_length() - 1


def _numbers(W: int) -> str:
    return ", ".join(f"i64 {k}" for k in range(W))


def _load(name: str, at: str, W: int) -> str:
    return f"  {name} = load <{W} x double>, ptr {at}, align 8"


def _load_some(name: str, at: str, W: int) -> str:
    return (
        f"  {name} = call <{W} x double> @llvm.masked.load.v{W}f64.p0(ptr {at}, i32 8, "
        f"<{W} x i1> %s.mask, <{W} x double> zeroinitializer)"
    )


def _store(value: str, at: str, W: int) -> str:
    return f"  store <{W} x double> {value}, ptr {at}, align 8"


def _store_some(value: str, at: str, W: int) -> str:
    return (
        f"  call void @llvm.masked.store.v{W}f64.p0(<{W} x double> {value}, ptr {at}, i32 8, "
        f"<{W} x i1> %s.mask)"
    )


def _gather(W: int) -> list[str]:
    """Lines that bring one element of each state into its vector."""
    lines, so_far = _element(W), "poison"
    for j in range(W):
        lines.append(f"  %e.v{j} = load double, ptr %e.at{j}, align 8")
        lines.append(f"  %e.x{j} = insertelement <{W} x double> {so_far}, double %e.v{j}, i32 {j}")
        so_far = f"%e.x{j}"
    return [*lines, f"  store <{W} x double> {so_far}, ptr %e.to, align {8 * W}"]


def _scatter(W: int) -> list[str]:
    """Lines that bring one element from its vector to each state."""
    lines = [*_element(W), f"  %e.x = load <{W} x double>, ptr %e.to, align {8 * W}"]
    for j in range(W):
        lines.append(f"  %e.v{j} = extractelement <{W} x double> %e.x, i32 {j}")
        lines.append(f"  store double %e.v{j}, ptr %e.at{j}, align 8")
    return lines


def _element(W: int) -> list[str]:
    """Lines: %e.at0 … the addresses of element %e.k in each state, %e.to its vector's."""
    lines = [
        "  %e.offset = mul i64 %e.k, %stride",
        "  %e.at0 = getelementptr i8, ptr %states, i64 %e.offset",
    ]
    lines += [f"  %e.at{j} = getelementptr i8, ptr %e.at{j - 1}, i64 %step" for j in range(1, W)]
    lines.append(f"  %e.place = mul i64 %e.k, {W}")
    lines.append("  %e.to = getelementptr double, ptr %block, i64 %e.place")
    return lines
