"""The viewer without a browser: poses, solids, ports, the relay's token, the commands."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import numpy as np
import pytest

from kane import simulate
from kane.cli import main
from kane.cli.shapes import shapes_of
from kane.haptics.gallery import GALLERY
from kane.model.solid import Solid
from kane.pipeline import build
from kane.viewer.meshes import mesh_of
from kane.viewer.poses import poses, quaternion
from kane.viewer.relay import COOKIE, Relay
from kane.viewer.solids import solids_of
from kane.viewer.window import bowl, extent

DATA = Path(__file__).parents[1] / "data"
pytestmark = pytest.mark.filterwarnings("ignore")


def test_poses_are_those_of_the_joints() -> None:
    """The double pendulum: both frames turned about y, the second one at the first one's end."""
    scene = GALLERY["pendulum"]()
    model = build(scene.system)
    found = poses(scene.system, model, model.flows())
    y = np.array([0.3, 0.5, 0.0, 0.0])

    at = found.at(0.0, y, np.zeros(1))

    elbow = 0.3 * np.array([-np.sin(0.3), 0, -np.cos(0.3)])
    np.testing.assert_allclose(at["lower"].place, elbow, atol=1e-15)
    np.testing.assert_allclose(at["upper"].turn, [np.cos(0.15), 0, np.sin(0.15), 0], atol=1e-15)
    np.testing.assert_allclose(at["lower"].turn, [np.cos(0.4), 0, np.sin(0.4), 0], atol=1e-15)


def test_quaternions_turn_as_their_matrices_do() -> None:
    """R v = q v q*, for random q, near half turns too [Diebel2006]."""
    source = np.random.default_rng(5)
    for near in (1.0, 1e-3, 1e-9):
        w, *v = source.normal(size=4) * [near, 1, 1, 1]
        q = np.array([w, *v]) / np.linalg.norm([w, *v])
        a, x = q[0], q[1:]
        cross = np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])
        R = np.eye(3) + 2 * a * cross + 2 * cross @ cross
        found = quaternion(R)
        np.testing.assert_allclose(found * np.sign(found @ q), q, atol=1e-14)


def test_a_box_has_the_inertia_of_its_body() -> None:
    """Sides back from the moments of a box of 1 × 2 × 3 m and 6 kg."""
    from kane import GROUND, Body, Revolute, System, Y

    a, b, c, m = 1.0, 2.0, 3.0, 6.0
    inertia = (m * (b * b + c * c) / 12, m * (a * a + c * c) / 12, m * (a * a + b * b) / 12)
    body = Body("block", mass=m, inertia=inertia)
    system = System("one", joints=[Revolute("q", GROUND, body, axis=Y)])
    (box,) = solids_of(system, (), {}, 1.0)
    assert sorted(box.size) == pytest.approx([1.0, 2.0, 3.0])


def test_a_shape_that_was_given_stands_for_its_body() -> None:
    scene = GALLERY["pendulum"]()
    ball = Solid(kind="ball", size=(0.1,), frame="upper")
    found = solids_of(scene.system, [ball], dict(scene.system.parameters), 1.0)
    assert found[0] is ball
    assert [one.frame for one in found] == ["upper", "lower"]


def test_places_have_a_middle_and_a_reach() -> None:
    middle, reach = extent(np.array([[0.0, 0, 0], [3.0, 4.0, 0], [np.nan, 0, 0]]))
    assert list(middle) == [1.5, 2.0, 0.0]
    assert reach == 5.0
    vertices, faces = bowl(2.0)
    np.testing.assert_allclose(np.linalg.norm(vertices, axis=1), 2.0)
    assert faces.max() < len(vertices)


# ── the relay ─────────────────────────────────────────────────────────────────────────────
class _Inner(BaseHTTPRequestHandler):
    """What stands behind the relay."""

    heard = 0

    def do_GET(self) -> None:
        """Says hello."""
        type(self).heard += 1
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"inside")

    def log_message(self, *said: object) -> None:
        """Silent."""


def ask(port: int, path: str, cookie: str = "") -> tuple[int, str, str]:
    """Status, text and cookie of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
    answer = connection.getresponse()
    given = (answer.getheader("Set-Cookie") or "").split(";")[0]
    return answer.status, answer.read().decode(), given


def test_only_the_token_opens_the_relay_and_only_once() -> None:
    inner = HTTPServer(("127.0.0.1", 0), _Inner)
    threading.Thread(target=inner.serve_forever, daemon=True).start()
    relay = Relay(host="127.0.0.1", port=0, inner=inner.server_port)
    relay.start()
    try:
        token = relay.token
        assert ask(relay.port, "/")[0] == 403
        assert ask(relay.port, "/?token=" + token[:-1])[0] == 403
        assert ask(relay.port, "/", f"{COOKIE}=guess")[0] == 403
        assert _Inner.heard == 0
        status, _, cookie = ask(relay.port, f"/?token={token}")
        assert status == 302
        assert ask(relay.port, "/", cookie)[:2] == (200, "inside")
        assert ask(relay.port, f"/?token={token}")[0] == 403  # once
        assert ask(relay.port, "/", cookie)[0] == 200
        assert relay.renewed().endswith(relay.token)
    finally:
        relay.close()
        inner.shutdown()
        inner.server_close()


def test_noise_at_the_relay_does_no_harm() -> None:
    relay = Relay(host="127.0.0.1", port=0, inner=9)
    relay.start()
    source = np.random.default_rng(1)
    for _ in range(200):
        with socket.create_connection(("127.0.0.1", relay.port), timeout=5) as end:
            end.sendall(source.bytes(100) + b"\r\n\r\n")
    assert ask(relay.port, "/")[0] == 403
    relay.close()


# ── ports and commands ────────────────────────────────────────────────────────────────────
def test_a_port_that_is_taken_is_told_with_a_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("viser")
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        code = main(["feel", "cart", "--device", "simulated", "--port", str(port)])
    assert code == 2
    assert f"port {port} of 127.0.0.1 cannot be used" in capsys.readouterr().err


def test_a_window_is_on_this_machine_alone() -> None:
    pytest.importorskip("viser")
    from kane.viewer.server import serve

    server = serve("test", port=0)
    port = int(server.address.rsplit(":", 1)[1])
    held = [s for s in socket.getaddrinfo(socket.gethostname(), port) if s[4][0] != "127.0.0.1"]
    for family, kind, _, _, where in held:
        with socket.socket(family, kind) as other:
            other.settimeout(2)
            assert other.connect_ex(where) != 0
    assert urllib.request.urlopen(server.address, timeout=5).status == 200
    server.close()


@pytest.mark.parametrize("name", list(GALLERY))
def test_every_system_of_the_gallery_is_felt_by_one_command(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(
        ["feel", name, "--device", "simulated", "--no-window", "--seconds", "0.3", "--json"]
    )
    found = json.loads(capsys.readouterr().out)
    assert code == 0
    assert found["ticks"] > 50
    assert found["needs"] <= found["device_damping"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["feel", "carrt"], "is none of cart, piano"),
        (["feel", "cart", "--device", "omega"], "is none of mouse, haply"),
        (["feel", "cart", "--rate", "0"], "a rate of 0.0 Hz"),
        (["feel", "examples/models/cart.toml"], "no --handle was given"),
        (["feel", "examples/models/cart.toml", "--handle", "P9"], "there is no point 'P9'"),
        (["view", "nothing.nc"], "there is no file 'nothing.nc'"),
    ],
)
def test_refusals_say_what_to_do(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--seconds", "0.1"]) == 2
    assert said in capsys.readouterr().err


def test_a_model_files_system_is_felt(capsys: pytest.CaptureFixture[str]) -> None:
    words = "feel examples/models/cart.toml --handle basket.P1 --axes x,y,turn-z --no-window"
    assert main([*words.split(), "--device", "simulated", "--seconds", "0.2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ticks"] > 50


def test_results_are_viewed_with_the_model_beside_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("viser")
    model = tmp_path / "pendulum.toml"
    model.write_text(Path("examples/models/pendulum.toml").read_text())
    assert main(["simulate", str(model), "--until", "0.5", "--out", str(tmp_path / "r.nc")]) == 0
    capsys.readouterr()
    html = tmp_path / "r.html"
    assert main(["view", str(tmp_path / "r.nc"), "--record", str(html), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["recording"] == str(html)
    assert html.stat().st_size > 100_000
    model.unlink()
    assert main(["view", str(tmp_path / "r.nc"), "--record", str(html)]) == 2
    assert "Name it: kane view" in capsys.readouterr().err


def test_a_motion_without_its_model_is_refused() -> None:
    from dataclasses import replace

    from kane.viewer.playback import view
    from kane.viewer.server import ViewerError

    scene = GALLERY["pendulum"]()
    motion = simulate(build(scene.system), until=0.1)
    bare = replace(motion, source=replace(motion.source, flows=None))
    with pytest.raises(ViewerError, match="has no model to draw"):
        view(scene.system, bare)


def test_bodies_are_drawn_with_the_shapes_that_they_touch_with() -> None:
    """A capsule along x is a rod turned from z to x, with a ball at each end."""
    from kane import GROUND, Body, Free, System
    from kane.model.shapes import Capsule, Disk, Ellipsoid

    bodies = [
        Body("pill", mass=1.0, inertia=(1, 1, 1), shape=Capsule(0.1, 0.4, axis=(1, 0, 0))),
        Body("coin", mass=1.0, inertia=(1, 1, 1), shape=Disk(0.2, axis=(0, 0, -1))),
        Body("egg", mass=1.0, inertia=(1, 1, 1), shape=Ellipsoid(0.1, 0.2, 0.3)),
    ]
    system = System("shapes", joints=[Free(f"q{k}", GROUND, b) for k, b in enumerate(bodies)])
    rod, low, high, coin, egg = solids_of(system, (), {}, 1.0)
    half = np.sqrt(0.5)
    assert (rod.kind, rod.size) == ("rod", (0.1, 0.4))
    np.testing.assert_allclose(rod.turn, (half, 0, half, 0), atol=1e-15)
    assert (low.place, high.place) == ((-0.2, 0.0, 0.0), (0.2, 0.0, 0.0))
    assert coin.turn == (0.0, 1.0, 0.0, 0.0)
    assert (egg.kind, egg.size) == ("ball", (0.1, 0.2, 0.3))


# ── meshes ────────────────────────────────────────────────────────────────────────────────
def test_a_robots_meshes_are_read_and_what_cannot_be_is_drawn_as_it_collides(
    tmp_path: Path,
) -> None:
    pytest.importorskip("trimesh")
    for name in ("wedge.urdf", "wedge.stl"):
        (tmp_path / name).write_bytes((DATA / name).read_bytes())
    wedge, lost = shapes_of(str(tmp_path / "wedge.urdf"))
    assert (wedge.kind, wedge.size, wedge.colour) == ("mesh", (0.4, 0.2, -0.2), (229, 127, 25))
    assert (lost.kind, lost.size) == ("box", (0.1, 0.1, 0.3))
    found = mesh_of(wedge.mesh)
    assert found is not None
    vertices, faces = found
    sides = vertices[faces[:, 1:]] - vertices[faces[:, :1]]
    volume = np.sum(vertices[faces[:, 0]] * np.cross(sides[:, 0], sides[:, 1])) / 6.0
    assert abs(volume) == pytest.approx(1.0 / 6.0)  # of a corner of the unit cube


def test_what_is_no_mesh_is_none(tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.stl"
    spoilt.write_bytes(b"solid nothing\nendsolid nothing\n")
    assert mesh_of(str(spoilt)) is None
    assert mesh_of(str(tmp_path / "absent.obj")) is None
