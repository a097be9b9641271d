#!/usr/bin/env python3
"""Pictures of the page for the documentation: run by `make screenshots`."""
import os
import subprocess
import sys
import time

from page_tests import address, choose, drawn, printq, ready
from webdriver import Browser

TARGET = os.path.join(os.path.dirname(__file__), "..", "..", "Docs", "page")


def fill():
    """Jobs in different states."""
    printq("print", "report.pdf", "-d", "office", "--duplex", "--wait")
    printq("print", "photo.jpg", "-d", "office", "--wait")
    subprocess.run(["cupsdisable", "-r", "Out for repair", "mono"], check=True)
    printq("print", "notes.txt", "-d", "mono", "--when-possible")
    printq("print", "letter.pdf", "-d", "finisher", "--hold")
    printq("print", "long.pdf", "-d", "slow", "--copies", "3")


def take(browser, name):
    # Pictures appear a moment after their places.
    time.sleep(1)
    browser.picture(os.path.join(TARGET, name + ".png"))


def views(browser, kind=""):
    ready(browser, "report.pdf")
    browser.wait_for(".choice")
    browser.run("document.querySelector('input[value=office]').click()")
    count = drawn(browser, 1)
    choose(browser, "#o-sides", "two-sided-long-edge")
    drawn(browser, count)
    take(browser, "print" + kind)
    browser.keys("q")
    browser.wait_for(".row-done", " of " if kind != "-chinese" else "/")
    take(browser, "queue" + kind)
    browser.keys("r")
    browser.wait_for(".card")
    take(browser, "printers" + kind)


def main():
    os.makedirs(TARGET, exist_ok=True)
    fill()
    with Browser() as browser:
        views(browser)
        browser.keys("q")
        browser.wait_for(".rows-ended .row-name")
        browser.click(".rows-ended .row-name")
        browser.wait_for("dialog .story")
        take(browser, "details")
        browser.dark(True)
        views(browser, "-dark")
    with Browser(language="zh-CN") as browser:
        views(browser, "-chinese")
    with Browser(width=320, height=720) as browser:
        views(browser, "-narrow")
    print(f"The pictures are in {os.path.relpath(TARGET)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
