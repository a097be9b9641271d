"""A client of WebDriver (W3C) for Debian's chromedriver and geckodriver: what the tests of the page need, without a package."""
import base64
import json
import socket
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Delete": "\ue017", "Escape": "\ue00c", "Up": "\ue013", "Down": "\ue015",
        "Left": "\ue012", "Right": "\ue014", "Space": " ", "Shift": "\ue008", "Control": "\ue009"}


class Failure(Exception):
    pass


class Browser:
    """A browser without a window, whose profile is new."""

    def __init__(self, language="en-US", width=1280, height=900, dark=False, reduced=False, scale=1):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}", "--silent"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        self.session = ""
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
                     f"--accept-lang={language}", f"--lang={language}", f"--force-device-scale-factor={scale}",
                     "--hide-scrollbars", f"--window-size={max(width, 500)},{height}"]
        if reduced:
            arguments.append("--force-prefers-reduced-motion")
        options = {"args": arguments, "prefs": {"intl.accept_languages": language}}
        wanted = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options,
                                  "goog:loggingPrefs": {"browser": "ALL"}}}
        deadline = time.monotonic() + 30
        while True:
            try:
                answer = self._send("POST", "/session", {"capabilities": wanted})
                break
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        self.session = f"/session/{answer['sessionId']}"
        self.cdp("Emulation.setDeviceMetricsOverride",
                 {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})
        self.dark(dark)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._send("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()

    def _send(self, method, path, body=None):
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise Failure(f"{value.get('error')}: {value.get('message', '')[:600]}") from None

    def call(self, path, body=None, method="POST"):
        return self._send(method, self.session + path, body)

    def cdp(self, command, parameters=None):
        return self.call("/goog/cdp/execute", {"cmd": command, "params": parameters or {}})

    def dark(self, is_dark):
        self.cdp("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]})

    def open(self, url):
        self.call("/url", {"url": url})

    def run(self, script, *arguments):
        """Runs a function's body, which may await."""
        wrapped = ("const done = arguments[arguments.length - 1];"
                   "(async (...arguments) => {" + script + "})(...arguments)"
                   ".then((value) => done({value}), (error) => done({error: String(error)}));")
        answer = self.call("/execute/async", {"script": wrapped, "args": list(arguments)})
        if answer is None:
            return None  # Firefox, where another document came meanwhile
        if "error" in answer:
            raise Failure(answer["error"])
        return answer.get("value")

    def find(self, selector):
        return self.call("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call(f"/element/{self.find(selector)}/click")

    def type(self, selector, text):
        self.call(f"/element/{self.find(selector)}/value", {"text": text})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? null", selector)

    def keys(self, *names, held=()):
        """Presses keys one after the other, while others are held."""
        actions = [{"type": "keyDown", "value": KEYS[name]} for name in held]
        for name in names:
            value = KEYS.get(name, name)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        actions += [{"type": "keyUp", "value": KEYS[name]} for name in held]
        self.call("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def click_with(self, selector, key):
        """Clicks while a key is held."""
        element = {ELEMENT: self.find(selector)}
        pause = {"type": "pause"}
        self.call("/actions", {"actions": [
            {"type": "key", "id": "keyboard", "actions": [
                {"type": "keyDown", "value": KEYS[key]}, pause, pause, pause, {"type": "keyUp", "value": KEYS[key]}]},
            {"type": "pointer", "id": "mouse", "actions": [
                pause, {"type": "pointerMove", "origin": element, "x": 0, "y": 0},
                {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}, pause]}]})

    def drag(self, start, end):
        """Drags from one element to another."""
        from_, to = ({ELEMENT: self.find(one)} for one in (start, end))
        self.call("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "origin": from_, "x": 0, "y": 0}, {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "origin": to, "x": 0, "y": 0, "duration": 200}, {"type": "pointerUp", "button": 0}]}]})

    def wait(self, what, script, *arguments, seconds=20):
        """Waits until a script returns something."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                value = self.run(script, *arguments)
            except Failure as error:
                # Chromium, where another document came meanwhile.
                if "unloaded" not in str(error):
                    raise
                value = None
            if value:
                return value
            if time.monotonic() > deadline:
                raise Failure(f"This never came: {what}")
            time.sleep(0.05)

    def wait_for(self, selector, text="", seconds=20):
        return self.wait(f"{selector} with '{text}'",
                         "return [...document.querySelectorAll(arguments[0])]"
                         ".some((one) => one.checkVisibility() && one.textContent.includes(arguments[1]))",
                         selector, text, seconds=seconds)

    def wait_gone(self, selector, seconds=20):
        return self.wait(f"no {selector}", "return ![...document.querySelectorAll(arguments[0])]"
                         ".some((one) => one.checkVisibility())", selector, seconds=seconds)

    def complaints(self):
        """What the browser reported: refused scripts, exceptions, failed requests."""
        return [f"{entry['level']}: {entry['message']}" for entry in self.call("/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING")]

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("/screenshot", method="GET")))
