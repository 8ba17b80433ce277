# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, spoken to through a pair of pipes in its own debugging
protocol: no driver, no package, no port."""
import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

NAMES = ["chromium-headless-shell", "chromium", "chromium-browser",
         "google-chrome"]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
         "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--hide-scrollbars",
         "--remote-debugging-pipe"]


def find():
    return next(filter(None, map(shutil.which, NAMES)), None)


class Failed(Exception):
    """The browser, or a script in its page, said no."""


class Chromium:
    """with Chromium() as page: page.open(path); page.evaluate("1 + 1")"""

    def __init__(self, seconds=120):
        self.seconds, self.last, self.buffer = seconds, 0, b""
        self.events, self.session = [], None

    def __enter__(self):
        self.home = tempfile.mkdtemp(prefix="wedge-browser-")
        down_read, self.down = os.pipe()
        self.up, up_write = os.pipe()

        def connect():  # commands come in at 3, answers go out at 4
            os.dup2(down_read, 13)
            os.dup2(up_write, 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        self.process = subprocess.Popen(
            [find(), *FLAGS, f"--user-data-dir={self.home}", "about:blank"],
            preexec_fn=connect, close_fds=False, start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(down_read)
        os.close(up_write)
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(t for t in targets if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", flatten=True,
                                 targetId=target["targetId"])["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.down)
        os.close(self.up)
        # Its helpers may still be writing while they die.
        for _ in range(50):
            shutil.rmtree(self.home, ignore_errors=True)
            if not os.path.exists(self.home):
                break
            time.sleep(0.1)

    def read(self):
        """The next message."""
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.up], [], [], self.seconds)
            part = os.read(self.up, 1 << 16) if ready else b""
            if not part:
                # Whatever is asked next would wait as long: let it fail at once.
                os.killpg(self.process.pid, signal.SIGKILL)
                raise Failed(f"no answer for {self.seconds} s: a script of "
                             "the page does not end, or the browser did")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.down, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.last:
                break
            self.events.append(answer)
        if "error" in answer:
            raise Failed(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def evaluate(self, script):
        result = self.call("Runtime.evaluate", expression=script,
                           returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise Failed(json.dumps(result["exceptionDetails"])[:2000])
        return result["result"].get("value")

    def open(self, path, ready):
        """Opens a file, waits until the script 'ready' is true. Returns the
        seconds that took."""
        start = time.monotonic()
        self.call("Page.navigate", url=f"file://{path}")
        self.wait(ready)
        return time.monotonic() - start

    def wait(self, script):
        """Until the script is true. Fails as soon as a script of the page has
        failed: what it left undone is not going to happen."""
        start = time.monotonic()
        while not self.evaluate(script):
            if thrown := self.thrown():
                raise Failed(f"while waiting for {script}: {thrown[0]}")
            if time.monotonic() - start > self.seconds:
                raise Failed(f"never true: {script}")
            time.sleep(0.005)

    def press(self, key, text=None):
        about = {"key": key}
        if text:
            about["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown", **about)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, selector):
        """A real click in the middle of the element."""
        x, y = self.evaluate(
            f"""(() => {{ const e = document.querySelector({json.dumps(selector)});
            const b = e.getBoundingClientRect();
            return [b.left + b.width / 2, b.top + b.height / 2]; }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y,
                      button="left", clickCount=1)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def thrown(self):
        """What the page's scripts threw and did not catch."""
        return [json.dumps(event["params"])[:500] for event in self.events
                if event.get("method") == "Runtime.exceptionThrown"]

    def complaints(self):
        """What the page's scripts threw, what the browser logged, and what it
        asked the network for."""
        found = self.thrown()
        for event in self.events:
            method, about = event.get("method"), event.get("params", {})
            if method == "Log.entryAdded":
                found.append(about["entry"]["text"])
            elif (method == "Network.requestWillBeSent"
                  and not about["request"]["url"].startswith("file:")):
                found.append("request: " + about["request"]["url"])
        return found
