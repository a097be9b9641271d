"""Firefox over Marionette, its own protocol below WebDriver: Debian 12 has no geckodriver."""
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

from webdriver import Browser, Failure

COMMANDS = {"/url": "Navigate", "/execute/async": "ExecuteAsyncScript", "/element": "FindElement", "/actions": "PerformActions",
            "/screenshot": "TakeScreenshot"}


class Firefox(Browser):
    """Firefox without a window, whose profile is new. It shows 500 pixels at least, and reports no complaints."""

    def __init__(self, language="en-US", width=1280, height=900, dark=False, reduced=False, scale=1):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.profile = tempfile.mkdtemp(prefix="page-test-")
        preferences = {"marionette.port": port, "intl.accept_languages": language, "ui.prefersReducedMotion": int(reduced),
                       "layout.css.devPixelsPerPx": str(scale), "datareporting.policy.dataSubmissionEnabled": False,
                       "browser.shell.checkDefaultBrowser": False, "app.update.enabled": False}
        with open(os.path.join(self.profile, "user.js"), "w", encoding="utf-8") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        self.driver = subprocess.Popen([os.environ.get("FIREFOX", "firefox-esr"), "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", self.profile,
                                        f"--width={width}", f"--height={height}"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=self.profile))
        deadline = time.monotonic() + 60
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=120)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        self.number = 0
        self.received = b""
        self._take()
        self._do("WebDriver:NewSession", {})
        # The window is larger than what it shows.
        for _ in range(2):
            shown = self.run("return [innerWidth, innerHeight, outerWidth, outerHeight]")
            self._do("WebDriver:SetWindowRect", {"width": shown[2] + width - shown[0], "height": shown[3] + height - shown[1]})
        self.dark(dark)

    def __exit__(self, *_):
        try:
            self._do("Marionette:Quit", {"flags": ["eForceQuit"]})
        finally:
            self.driver.wait()
            shutil.rmtree(self.profile, ignore_errors=True)

    def _take(self):
        """A message: its length, a colon, and JSON."""
        while b":" not in self.received:
            self.received += self.socket.recv(1 << 16)
        length, _, rest = self.received.partition(b":")
        while len(rest) < int(length):
            rest += self.socket.recv(1 << 16)
        self.received = rest[int(length):]
        return json.loads(rest[:int(length)])

    def _do(self, command, parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, value = self._take()
        if error:
            raise Failure(f"{error.get('error')}: {error.get('message', '')[:600]}")
        return value.get("value") if isinstance(value, dict) and "value" in value else value

    def call(self, path, body=None, method="POST"):
        parts = path.split("/")
        if len(parts) == 4:
            verb = {"click": "ElementClick", "value": "ElementSendKeys"}[parts[3]]
            return self._do(f"WebDriver:{verb}", {"id": parts[2], **(body or {})})
        return self._do(f"WebDriver:{COMMANDS[path]}", {"full": False} if path == "/screenshot" else body)

    def dark(self, is_dark):
        self._do("Marionette:SetContext", {"value": "chrome"})
        self._do("WebDriver:ExecuteScript", {
            "script": "Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', arguments[0])",
            "args": [0 if is_dark else 1]})
        self._do("Marionette:SetContext", {"value": "content"})

    def complaints(self):
        return []
