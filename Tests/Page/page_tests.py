#!/usr/bin/env python3
"""Tests of the page in a real browser, with printlab's printers: run by `make page-test`.

Each test opens the page as `printq open` does. It prints what it measured; the first failure of a test ends that test.
"""
import base64
import glob
import http.client
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import zlib

from marionette import Firefox
from webdriver import Browser, Failure

AXE = os.environ.get("AXE", "")
#: The password of samples/locked.pdf.
LOCKED = "sesame"
#: The path of the service's socket, once it is known.
SOCKET = []
SAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "samples")


def printq(*arguments, check=True):
    done = subprocess.run(["printq", *arguments], cwd=SAMPLES, capture_output=True, text=True)
    if check and done.returncode != 0:
        raise Failure(f"printq {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def address(*files):
    return printq("open", "--print-url", *files).strip()


def jobs():
    """The jobs of the service, oldest first."""
    return [job for job in json.loads(printq("jobs", "--all", "--json")) if job["id"]]


def expect(what, value, wanted):
    if value != wanted:
        raise Failure(f"{what}: {value!r}, not {wanted!r}")


def until(what, condition, seconds=20):
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise Failure(f"This never came: {what}")
        time.sleep(0.05)
    return value


def call(method, path, body):
    """Sends a request to the service's socket."""
    connection = http.client.HTTPConnection("localhost")
    connection.sock = socket.socket(socket.AF_UNIX)
    if not SOCKET:
        SOCKET.append(json.loads(printq("service", "status", "--json"))["socket"])
    connection.sock.connect(SOCKET[0])
    connection.request(method, path, body)
    answer = connection.getresponse()
    return answer.read()


def clear():
    printq("cancel", "--all", check=False)


def ready(browser, *files):
    browser.open("about:blank")
    browser.open(address(*files))
    browser.wait("the page", "return document.body.dataset.ready")
    if files:
        drawn(browser)
    return browser


def drawn(browser, before=0):
    return int(browser.wait("sheets", "return Number(document.querySelector('.view-print')?.dataset.drawn ?? 0) > "
                            "arguments[0] && document.querySelector('.view-print').dataset.drawn", before))


def choose(browser, selector, value):
    browser.run("const one = document.querySelector(arguments[0]); one.value = arguments[1];"
                "one.dispatchEvent(new Event('input', {bubbles: true})); one.dispatchEvent(new Event('change', {bubbles: true}))",
                selector, value)


def row(name):
    return f".row[data-job='{[job['id'] for job in jobs() if job['name'] == name][-1]}']"


# The tests. Each is a sentence.

def a_job_shows_its_progress_and_its_end(browser):
    ready(browser)
    printq("print", "long.pdf", "-d", "slow", "-t", "Progress")
    browser.wait_for(".row .row-name", "Progress", seconds=5)
    browser.wait_for(row("Progress") + " .row-done", "of 40")
    printq("cancel", str(jobs()[-1]["id"]))
    browser.wait_for(".rows-ended .row-state", "Canceled")


def a_sample_is_printed_with_options(browser):
    ready(browser, "report.pdf")
    browser.click("input[value=office]")
    count = drawn(browser, 1)
    choose(browser, "#o-copies", "2")
    choose(browser, "#o-pages", "2-3")
    choose(browser, "#o-sides", "two-sided-long-edge")
    browser.wait_for(".stage-status", "2 sheets · 4 sides")
    drawn(browser, count)
    browser.wait("the button", "return !document.getElementById('send').hasAttribute('aria-disabled')")
    browser.click("#send")
    browser.wait_for(".row-name", "report.pdf")
    job = until("the job", lambda: next((one for one in jobs() if one["state"] == "completed" and one["printer"] == "office"), None))
    expect("the options", (job["plan"]["copies"], job["plan"]["sides"], job["ticket"]["pages"]), (2, "two-sided-long-edge", "2-3"))
    paper = max(glob.glob(os.environ["PRINTLAB_DIR"] + "/received/office/*/document.pdf"), key=os.path.getmtime)
    text = subprocess.run(["pdftotext", paper, "-"], capture_output=True, text=True, check=True).stdout
    if "part 2" not in text or "Page 1 of 6" in text:
        raise Failure("The printer got other pages.")


def sheets_follow_the_options(browser):
    ready(browser, "report.pdf")
    spans = []
    for value in ("2", "4", "1"):
        before = int(browser.run("return document.querySelector('.view-print').dataset.drawn"))
        spans.append(browser.run("""
            const start = performance.now();
            const view = document.querySelector('.view-print');
            const select = document.querySelector('#o-numberUp');
            const end = new Promise((done) => new MutationObserver(() => done(performance.now()))
                .observe(view, {attributes: true, attributeFilter: ['data-drawn']}));
            select.value = arguments[0];
            select.dispatchEvent(new Event('change'));
            return await end - start;""", value))
        expect("a drawing", drawn(browser, before) > before, True)
    print(f"  sheets redrawn after {', '.join(f'{span:.0f}' for span in spans)} ms")
    if min(spans) > 600:
        raise Failure(f"The sheets took {spans} ms.")


def pages_are_picked_in_the_strip(browser):
    ready(browser, "report.pdf")
    browser.wait_for(".strip-page")
    browser.run("document.querySelector('.strip').scrollIntoView()")
    value = "return document.querySelector('#o-pages').value"
    page = ".strip-page[data-page='{}']".format
    browser.click(page(2))
    expect("a click", browser.run(value), "2")
    browser.click_with(page(4), "Shift")
    expect("a click with Shift", browser.run(value), "2-4")
    browser.click_with(page(6), "Control")
    expect("a click with Control", browser.run(value), "2-4,6")
    browser.drag(page(1), page(3))
    expect("a drag", browser.run(value), "1-3")
    choose(browser, "#o-pages", "5-")
    picked = "return [...document.querySelectorAll('.strip-page[aria-selected=true]')].map((one) => one.dataset.page).join()"
    expect("a range", browser.run(picked), "5,6")
    for wrong, said in (("7", "6 pages"), ("0", "begin with 1"), ("a", "Write pages"), ("1-,", "Write pages")):
        choose(browser, "#o-pages", wrong)
        browser.wait_for("#o-pages-fault", said)
        browser.wait_for("#why", said)
        expect("the button", browser.run("return document.getElementById('send').hasAttribute('aria-disabled')"), True)


def the_strip_shows_the_pages_of_the_sheets(browser):
    """Of a document without pages of its own, which has others on other paper."""
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "lines.html")
    with open(path, "w") as file:
        file.write("<h1>Lines</h1>" + "".join(f"<p>Line {number}</p>" for number in range(1, 121)))
    shape = "const all = [...document.querySelectorAll('.strip-page img')]; all.forEach((one) => { one.loading = 'eager'; });" \
            "return all.length > 0 && all.every((one) => one.complete && one.naturalWidth) && " \
            "all.map((one) => one.naturalWidth > one.naturalHeight ? 'wide' : 'tall')"
    ready(browser, path)
    browser.click("input[value=office]")
    tall = browser.wait("the strip", shape)
    expect("the pages", set(tall), {"tall"})
    browser.picture(os.path.join(os.environ.get("PICTURES", "."), "strip-tall.png"))
    before = int(browser.run("return document.querySelector('.view-print').dataset.drawn"))
    choose(browser, "#o-orientation", "landscape")
    drawn(browser, before)
    wide = browser.wait("wide pages", shape + ".every((one) => one === 'wide') && all.map(() => 'wide')")
    browser.wait_for(".stage-status", f"{len(wide)} s")
    if len(wide) <= len(tall):
        raise Failure(f"{len(wide)} wide pages, {len(tall)} tall ones")
    # As after an hour, when the service has forgotten the preview.
    browser.run("const one = document.querySelector('.strip-page img'); one.removeAttribute('src'); delete one.dataset.drawn;"
                "one.dispatchEvent(new Event('error'))")
    browser.wait("the picture", "const one = document.querySelector('.strip-page img'); return one.complete && one.naturalWidth > 0")
    # What is chosen there is what is printed.
    last = len(wide)
    browser.click(f".strip-page[data-page='{last}']")
    expect("the range", browser.run("return document.querySelector('#o-pages').value"), str(last))
    browser.wait_for(".stage-status", "1 sheet")
    browser.picture(os.path.join(os.environ.get("PICTURES", "."), "strip-wide.png"))
    expect("pages in the strip", browser.run("return document.querySelectorAll('.strip-page').length"), last)
    browser.wait("the button", "return !document.getElementById('send').hasAttribute('aria-disabled')")
    browser.click("#send")
    job = until("the job", lambda: next((one for one in jobs() if one["name"] == "lines.html" and one["state"] == "completed"), None))
    expect("what was printed", (job["document"]["pages"], job["plan"]["impressions"]), (last, 1))


def a_refused_document_says_why(browser):
    browser.open(address("damaged.pdf"))
    browser.wait_for("#why", "damaged")
    expect("the button", browser.run("return document.getElementById('send').hasAttribute('aria-disabled')"), True)
    clicked = len(jobs())
    browser.run("document.getElementById('send').click()")
    time.sleep(0.5)
    expect("jobs", len(jobs()), clicked)


def a_cancel_is_taken_back(browser):
    ready(browser)
    printq("print", "notes.txt", "-d", "office", "--hold", "-t", "Undone")
    browser.wait_for(".row-name", "Undone")
    one = row("Undone")
    browser.click(one + " [aria-label=Cancel]")
    browser.wait_for(one + " .row-state", "Canceled")
    browser.click(one + " .row-actions .button")
    browser.wait_for(one + " .row-state", "On hold")
    expect("the job", jobs()[-1]["state"], "held")
    browser.run("document.querySelector(arguments[0]).focus()", one + " .row-name")
    browser.keys("Delete")
    browser.wait_for(one + " .row-state", "Canceled")
    expect("within the first seconds", jobs()[-1]["state"], "held")
    until("the cancel", lambda: jobs()[-1]["state"] == "canceled")
    browser.wait_for(".rows-ended " + one, "Canceled")


def a_queued_job_waits_while_its_cancel_can_be_taken_back(browser):
    subprocess.run(["cupsdisable", "mono"], check=True)
    try:
        ready(browser)
        printq("print", "notes.txt", "-d", "mono", "--when-possible", "-t", "Waiting")
        browser.wait_for(".row-name", "Waiting")
        one = row("Waiting")
        browser.click(one + " [aria-label=Cancel]")
        until("the hold", lambda: jobs()[-1]["state"] == "held")
        browser.keys("z")
        until("the release", lambda: jobs()[-1]["state"] != "held")
        browser.wait_gone(one + " .row-actions .button")
        clear()
    finally:
        subprocess.run(["cupsenable", "mono"], check=True)


def details_change_a_job(browser):
    ready(browser)
    printq("print", "notes.txt", "-d", "office", "--hold", "-t", "Detailed")
    browser.wait_for(".row-name", "Detailed")
    browser.run("document.querySelector(arguments[0]).focus()", row("Detailed") + " .row-name")
    browser.keys("Enter")
    browser.wait_for("dialog h2", "Detailed")
    browser.wait_for("dialog .story li", "On hold")
    browser.run("const one = document.querySelector('dialog select'); one.value = '80'; one.dispatchEvent(new Event('change'))")
    until("the priority", lambda: jobs()[-1]["ticket"]["priority"] == 80)
    browser.keys("Escape")
    browser.wait_gone("dialog")
    expect("the focus", browser.run("return document.activeElement.textContent"), "Detailed")
    clear()


def stranger(port, heard, end):
    """Listens at a port as soon as it is free, as another user could, and notes what comes."""
    while not end.is_set():
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
            listener.listen()
        except OSError:
            listener.close()
            time.sleep(0.01)
            continue
        listener.settimeout(0.1)
        while not end.is_set():
            try:
                one = listener.accept()[0]
            except TimeoutError:
                continue
            heard.append(one.recv(1 << 16).decode(errors="replace"))
            one.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 14\r\nConnection: close\r\n\r\n{\"proof\":\"00\"}")
            one.close()
        listener.close()


def a_page_closes_when_its_service_has_ended(browser):
    ready(browser)
    port = int(browser.run("return location.port"))
    heard, end = [], threading.Event()
    other = threading.Thread(target=stranger, args=(port, heard, end))
    other.start()
    try:
        status = json.loads(printq("service", "status", "--json"))
        os.kill(status["pid"], 9)
        browser.wait_for(".empty h2", "This page is closed", seconds=60)
    finally:
        end.set()
        other.join()
    for head in heard:
        expect("what a stranger gets", head.startswith("GET /proof?nonce=") and "cookie" not in head.lower(), True)
    expect("requests of a closed page", browser.run("return document.querySelectorAll('#nav a, .row').length"), 0)
    browser.complaints()  # failed requests, as there was no service
    printq("service", "start")
    ready(browser)
    printq("print", "notes.txt", "-d", "office", "--hold", "-t", "Afterwards")
    browser.wait_for(".row-name", "Afterwards", seconds=8)
    clear()


def a_file_leads_to_the_page(browser):
    ready(browser)
    document = json.loads(call("POST", "/v1/documents?name=led.txt", b"Led"))["id"]
    page = json.loads(call("POST", "/v1/page", json.dumps({"documents": [document], "file": True}).encode()))
    expect("the mode of the file", os.stat(page["file"]).st_mode & 0o777, 0o600)
    browser.open("about:blank")
    browser.open("file://" + page["file"])
    browser.wait("the page", "return document.body?.dataset.ready")
    browser.wait_for(".file", "led.txt")
    expect("the address", browser.run("return location.pathname + location.hash"), "/#print")
    until("the end of the file", lambda: not os.path.exists(page["file"]))
    expect("the visit", json.loads(call("GET", "/v1/page/" + page["visit"], None)), {"state": "here"})
    # Loaded again, the page is no other site.
    browser.run("location.reload()")
    browser.wait("the page again", "return performance.getEntriesByType('navigation')[0].type === 'reload' && document.body?.dataset.ready")


def the_keyboard_is_enough(browser):
    ready(browser)
    browser.keys("?")
    browser.wait_for("dialog kbd", "?")
    browser.keys("Escape")
    browser.wait_gone("dialog")
    for key, view in (("r", "printers"), ("p", "print"), ("q", "queue")):
        browser.keys(key)
        browser.wait_for(f".view-{view}")
    ready(browser, "notes.txt")
    reached = set()
    for _ in range(60):
        browser.keys("Tab")
        reached.add(browser.run("return document.activeElement.id || document.activeElement.name || ''"))
    for one in ("o-copies", "send"):
        expect(f"{one} by Tab", one in reached, True)
    expect("a printer by Tab", any(one.startswith("p-") for one in reached), True)
    before = len(jobs())
    browser.wait("the button", "return !document.getElementById('send').hasAttribute('aria-disabled')")
    browser.keys("Enter", held=["Control"])
    until("the job", lambda: len(jobs()) > before)


def printers_are_live(browser):
    ready(browser)
    browser.keys("r")
    browser.wait_for(".card", "office")
    subprocess.run(["cupsdisable", "-r", "Out for repair", "mono"], check=True)
    try:
        browser.wait_for(".card[data-printer=mono] .row-state", "Stopped")
    finally:
        subprocess.run(["cupsenable", "mono"], check=True)
    browser.wait_for(".card[data-printer=mono] .row-state", "Ready")
    browser.run("[...document.querySelectorAll('.card[data-printer=office] button')].find((one) => one.textContent === 'Use by default').click()")
    browser.wait_for(".card[data-printer=office] .badge", "Default")
    browser.run("[...document.querySelectorAll('.card[data-printer=office] button')].find((one) => one.textContent === 'Test page').click()")
    until("the test page", lambda: any(job["name"] == "Test page" and job["state"] == "completed" for job in jobs()))
    browser.type("#address", "127.0.0.1:1")
    browser.keys("Enter")
    browser.wait_for(".field-error", "No IPP printer responds")
    browser.complaints()  # the refused address


def a_locked_document_opens_with_its_password(browser):
    browser.open("about:blank")
    browser.open(address("locked.pdf"))
    browser.wait_for(".unlock")
    expect("the button", browser.run("return document.getElementById('send').hasAttribute('aria-disabled')"), True)
    browser.type("#unlock", "wrong")
    browser.keys("Enter")
    browser.wait_for(".toast-error", "does not open")
    browser.run("document.getElementById('unlock').value = ''")
    browser.type("#unlock", LOCKED)
    browser.keys("Enter")
    browser.wait_gone(".unlock")
    drawn(browser)
    browser.complaints()  # the wrong password


def several_files_become_one_job(browser):
    ready(browser, "report.pdf", "photo.jpg")
    browser.wait_for(".files", "photo.jpg")
    before = drawn(browser)
    browser.click("#together")
    drawn(browser, before)
    browser.wait_for(".stage-status", "7 sides")
    count = len(jobs())
    browser.wait("the button", "return !document.getElementById('send').hasAttribute('aria-disabled')")
    browser.click("#send")
    until("one job", lambda: len(jobs()) == count + 1)
    expect("its pages", jobs()[-1]["plan"]["impressions"], 7)


def a_preset_keeps_options(browser):
    ready(browser, "report.pdf")
    count = drawn(browser)
    choose(browser, "#o-numberUp", "2")
    drawn(browser, count)
    browser.run("document.querySelector('.presets details').open = true")
    browser.type("#preset-name", "Two up")
    browser.keys("Enter")
    has = "return [...document.querySelectorAll('#preset option')].some((one) => one.value === 'Two up')"
    browser.wait("the preset", has)
    ready(browser, "report.pdf")
    count = drawn(browser)
    browser.wait("the preset", has)
    choose(browser, "#preset", "Two up")
    browser.wait_for(".stage-status", "3 sides")
    expect("the option", browser.run("return document.querySelector('#o-numberUp').value"), "2")
    printq("presets", "remove", "Two up")


def jobs_of_other_programs_are_marked(browser):
    subprocess.run(["cupsdisable", "mono"], check=True)
    try:
        ready(browser)
        subprocess.run(["lp", "-d", "mono", "-t", "Foreign", os.path.join(SAMPLES, "report.pdf")], check=True, capture_output=True)
        browser.wait_for(".row .row-name", "Foreign", seconds=10)
        browser.wait_for(".row .row-facts", "from another program")
        browser.run("[...document.querySelectorAll('.row')].find((one) => one.textContent.includes('Foreign')).querySelector('[aria-label=Cancel]').click()")
        browser.wait("the end", "return ![...document.querySelectorAll('.rows:not(.rows-ended) .row-name')].some((one) => one.textContent === 'Foreign')")
    finally:
        subprocess.run(["cupsenable", "mono"], check=True)


def an_upload_is_shown_at_once(browser):
    ready(browser)
    browser.run("""
        const file = new File(['One line of text'], 'dropped.txt', {type: 'text/plain'});
        const data = new DataTransfer();
        data.items.add(file);
        for (const type of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));""")
    browser.wait_for(".file", "dropped.txt")
    drawn(browser)
    browser.wait_for(".stage-status", "1 sheet")


def png(shade):
    """A picture of eight by eight pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes([shade]) * 8 for _ in range(8))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def drop(browser, **files):
    """Drops files; two underscores in a name are a dot."""
    contents = [[name.replace("__", "."), base64.b64encode(data).decode()] for name, data in files.items()]
    browser.run("""
        const data = new DataTransfer();
        for (const [name, text] of arguments[0]) data.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
        for (const type of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));""", contents)


def pictures_are_dropped_with_their_document(browser):
    ready(browser)
    drop(browser, trip__md=b"# Trip\n\n![one](shots/one.png)\n\n![two](../two%20x.png)\n")
    browser.wait_for(".notice", "2 pictures of 'trip.md' are not shown. To show them, drop or choose them, too.")
    before = drawn(browser)
    # One that comes later, and one that the document does not name, which is printed by itself.
    drop(browser, one__png=png(0), other__png=png(99))
    browser.wait_for(".file-on", "other.png")
    browser.click(".file .file-name")
    drawn(browser, before)
    browser.wait_for(".notice", "1 picture of 'trip.md' is not shown.")
    expect("the documents", browser.run("return document.querySelectorAll('.file').length"), 2)
    before = drawn(browser)
    drop(browser, **{"two x__png": png(200)})
    drawn(browser, before)
    browser.wait("no notice", "return document.querySelector('.notice').hidden")
    # All at once, by a web page.
    browser.click(".file-on ~ .file .icon-button")
    drop(browser, page__html=b"<img src='one.png'><img src=\"a b/two x.png\">", one__png=png(0), **{"two x__png": png(200)})
    browser.wait_for(".file-on", "page.html")
    browser.wait("no notice", "return !document.getElementById('send').hasAttribute('aria-disabled') && document.querySelector('.notice').hidden")
    expect("the documents", browser.run("return document.querySelectorAll('.file').length"), 2)
    browser.click("input[value=office]")
    count = len(jobs())
    browser.wait("the button", "return !document.getElementById('send').hasAttribute('aria-disabled')")
    browser.click("#send")
    until("both jobs", lambda: [one for one in jobs()[count:] if one["state"] == "completed"][1:])
    expect("the jobs", [one["name"] for one in jobs()[count:]], ["trip.md", "page.html"])
    papers = sorted(glob.glob(os.environ["PRINTLAB_DIR"] + "/received/office/*/document.pdf"), key=os.path.getmtime)[-2:]
    for paper in papers:
        images = subprocess.run(["pdfimages", "-list", paper], capture_output=True, text=True, check=True).stdout
        expect("pictures on paper", len(images.splitlines()) - 2, 2)


def send(browser, printer):
    """Prints the documents once the sheets are drawn; what changes meanwhile draws them, and the printers, again."""
    browser.wait(printer, "const one = document.querySelector(`input[value=${arguments[0]}]`); one?.click(); return one?.checked", printer)
    browser.wait("the queue", "document.querySelector('#send:not([aria-disabled])')?.click(); return location.hash === '#queue'")


def papers():
    return set(glob.glob(os.environ["PRINTLAB_DIR"] + "/received/office/*/document.pdf"))


def pictures_on_paper(before):
    """How many pictures are on the papers that came after others, of two jobs, the second of which is a picture."""
    new = until("both papers", lambda: len(papers() - before) == 2 and papers() - before)
    until("the end", lambda: all(one["state"] == "completed" for one in jobs()[-2:]))
    lists = [subprocess.run(["pdfimages", "-list", one], capture_output=True, text=True, check=True).stdout for one in new]
    return sum(len(images.splitlines()) - 2 for images in lists) - 1


def documents(browser):
    return browser.run("return [...document.querySelectorAll('.file-name')].map((one) => one.title)")


def pictures_are_found_however_they_are_named(browser):
    """Escapes, spaces, quotes, parentheses, folders of Windows, capitals, accents of other systems, queries, styles."""
    ready(browser)
    names = ["Ann's (trip).png", "a&b.png", "t\u0075\u0308r.png", "CAPITALS.PNG", "b c.png", "query.png", "win.png", "old.png"]
    page = """<style>p::before { content: url("b c.png") }</style><p>Text</p><img src=" Ann&#39;s (trip).png "><img src="a&amp;b.png">
        <img src="t%c3%bcr.png"><img src="capitals.png"><img src=query.png?v=2#top><img src="shots\\win.png"><img src="&ouml;/old.png">
        <a href="link.png">A picture</a>"""
    drop(browser, **{"names.html": page.encode(), "link.png": png(2), **{name: png(index * 9) for index, name in enumerate(names)}})
    # What is not shown is printed by itself.
    browser.wait_for(".file-on", "link.png")
    expect("the documents", documents(browser), ["names.html", "link.png"])
    before = papers()
    send(browser, "office")
    expect("pictures on paper", pictures_on_paper(before), len(names))


def pictures_follow_at_once(browser):
    """Pictures that are dropped while their document is still on its way, beside one of which it only speaks."""
    ready(browser)
    text = b"See other.png, or [it](other.png).\n\n![one][1] ![two](<two x.png>) ![three](three\\_x.png)\n\n[1]: one.png 'One'\n"
    drop(browser, follow__md=text)
    drop(browser, **{"one.png": png(0), "two x.png": png(50), "three_x.png": png(90), "other.png": png(120)})
    browser.wait_for(".file-on", "other.png")
    expect("the documents", documents(browser), ["follow.md", "other.png"])
    before = papers()
    send(browser, "office")
    expect("pictures on paper", pictures_on_paper(before), 3)


def a_change_is_spoken_once(browser):
    ready(browser)
    printq("print", "notes.txt", "-d", "office", "--hold", "-t", "Spoken")
    browser.wait_for(".row-name", "Spoken")
    browser.run("""window.spoken = [];
        new MutationObserver(() => { const text = document.getElementById('live').textContent; if (text) window.spoken.push(text); })
            .observe(document.getElementById('live'), {childList: true, characterData: true, subtree: true});""")
    printq("release", str(jobs()[-1]["id"]))
    browser.wait_for(".rows-ended .row-name", "Spoken")
    heard = browser.wait("words", "return window.spoken.some((one) => one.includes('Printed')) && window.spoken")
    for text in set(heard):
        expect(f"how often '{text}' was said", heard.count(text), 1)


def a_thousand_jobs_scroll_smoothly(browser):
    document = json.loads(call("POST", "/v1/documents?name=many.txt", b"Many"))["id"]
    for number in range(1000):
        body = {"document": document, "printer": "office", "ticket": {}, "hold": True, "name": f"Job {number}"}
        call("POST", "/v1/jobs", json.dumps(body).encode())
    ready(browser)
    browser.wait("all rows", "return document.querySelectorAll('.rows:first-of-type .row').length >= 1000")
    spans = browser.run("""
        const spans = [];
        let last = performance.now();
        for (let i = 0; i < 150; i += 1) {
            scrollBy(0, 600);
            await new Promise(requestAnimationFrame);
            const now = performance.now();
            spans.push(now - last);
            last = now;
        }
        return spans.sort((a, b) => a - b);""")
    print(f"  1,000 jobs: a frame takes {spans[75]:.0f} ms, the slowest of 20 {spans[142]:.0f} ms")
    clear()
    if spans[142] > 100:
        raise Failure("Scrolling is not smooth.")


def nothing_scrolls_sideways(browser):
    ready(browser, "report.pdf")
    print(f"  {browser.run('return innerWidth')} pixels wide")
    for view in ("print", "queue", "printers"):
        browser.keys(*({"print": "p", "queue": "q", "printers": "r"}[view]))
        browser.wait_for(f".view-{view}")
        for direction in ("ltr", "rtl"):
            width = browser.run("document.documentElement.dir = arguments[0]; await new Promise(requestAnimationFrame);"
                                "return document.documentElement.scrollWidth - innerWidth", direction)
            expect(f"{view} {direction}", width <= 0, True)
        browser.run("document.documentElement.dir = 'ltr'")


def axe_finds_nothing(browser):
    with open(AXE, encoding="utf-8") as file:
        source = file.read()
    printq("print", "notes.txt", "-d", "office", "--hold", "-t", "For axe")

    def look(view):
        found = browser.run(source + ";\nconst all = await axe.run(); return all.violations.map((one) => one.id + ': ' + "
                            "one.nodes.map((node) => node.target + ' ' + node.failureSummary).join(' | '))")
        expect(view, found, [])
    for dark in (False, True):
        browser.dark(dark)
        name = "dark" if dark else "light"
        ready(browser, "report.pdf")
        browser.run("document.querySelector('.more details').open = true")
        look(f"print, {name}")
        for key, view in (("q", "queue"), ("r", "printers")):
            browser.run("document.activeElement.blur()")
            browser.keys(key)
            browser.wait_for(f".view-{view}")
            look(f"{view}, {name}")
        browser.keys("q")
        browser.wait_for(".row-name", "For axe")
        browser.click(".row-name")
        browser.wait_for("dialog .story")
        look(f"details, {name}")
        browser.keys("Escape", "?")
        browser.wait_for("dialog kbd")
        look(f"shortcuts, {name}")
    browser.dark(False)
    clear()


def the_first_paint_is_fast(browser):
    spans = []
    for _ in range(3):
        ready(browser)
        spans.append(browser.run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"))
        browser.open("about:blank")
    print(f"  first paint after {', '.join(f'{span:.0f}' for span in spans)} ms")
    if min(spans) >= 300:
        raise Failure(f"The first paint took {spans} ms.")


def chinese_is_spoken(browser):
    ready(browser)
    expect("the language", browser.run("return document.documentElement.lang"), "zh-Hans")
    browser.wait_for("#nav", "打印机")
    printq("print", "notes.txt", "-d", "office", "--hold", "-t", "Chinese")
    browser.wait_for(".row-state", "已保留")
    subprocess.run(["cupsdisable", "mono"], check=True)
    printq("print", "notes.txt", "-d", "mono", "--when-possible", "-t", "Stopped")
    browser.wait_for(".row-reason", "。")
    subprocess.run(["cupsenable", "mono"], check=True)
    ready(browser, "report.pdf")
    browser.wait_for(".choice-state", "就绪")
    english = browser.run("const keep = /^[\\x00-\\x7f]*$/; return [...document.querySelectorAll('label, legend, button, summary, a')]"
                          ".filter((one) => one.checkVisibility() && !one.closest('.files, .choices')).map((one) => one.textContent.trim())"
                          ".filter((text) => /[a-z]{3}/i.test(text) && keep.test(text))")
    expect("English", english, [])
    clear()


def the_page_is_closed_to_others(browser):
    url = address()
    ready(browser)
    cookie = browser.run("return document.cookie")
    expect("the cookie for scripts", cookie, "")
    expect("the address", browser.run("return location.hash"), "#queue")
    with type(browser)() as other:
        other.open(url.split("#")[0])
        other.wait_for(".empty h2", "This page is closed")
    browser.complaints()
    written = browser.run("try { const one = document.createElement('script'); one.textContent = 'window.written = 1';"
                          "document.body.append(one) } catch {} return window.written ?? 0")
    expect("a script that was written", written, 0)
    browser.complaints()  # the refusal


TESTS = {
    "light": [a_job_shows_its_progress_and_its_end, a_sample_is_printed_with_options, sheets_follow_the_options,
              pages_are_picked_in_the_strip, the_strip_shows_the_pages_of_the_sheets, a_refused_document_says_why, a_cancel_is_taken_back,
              a_queued_job_waits_while_its_cancel_can_be_taken_back, details_change_a_job, the_keyboard_is_enough,
              printers_are_live, a_locked_document_opens_with_its_password, several_files_become_one_job, a_preset_keeps_options,
              jobs_of_other_programs_are_marked, an_upload_is_shown_at_once, pictures_are_dropped_with_their_document, pictures_are_found_however_they_are_named, pictures_follow_at_once, a_change_is_spoken_once, axe_finds_nothing, the_first_paint_is_fast, a_thousand_jobs_scroll_smoothly, a_file_leads_to_the_page, a_page_closes_when_its_service_has_ended],
    "narrow": [nothing_scrolls_sideways],
    "zoomed": [nothing_scrolls_sideways],
    "chinese": [chinese_is_spoken],
    "closed": [the_page_is_closed_to_others],
}
SETTINGS = {"narrow": {"width": 320, "height": 720, "reduced": True}, "zoomed": {"width": 640, "height": 450, "scale": 2}, "chinese": {"language": "zh-CN"}}
#: Refusals that a test provokes are not faults of the page.
EXPECTED = ("409", "502", "422", "401", "unsafe-eval", "net::ERR")


def main():
    wanted = sys.argv[1:]
    kinds = {"chromium": Browser, "firefox": Firefox}
    make = kinds[os.environ.get("BROWSER", "chromium")]
    failures = 0
    for kind, tests in TESTS.items():
        chosen = [test for test in tests if not wanted or any(word in test.__name__ for word in wanted)]
        if not chosen:
            continue
        with make(**SETTINGS.get(kind, {})) as browser:
            for test in chosen:
                name = test.__name__.replace("_", " ")
                start = time.monotonic()
                try:
                    test(browser)
                    said = [one for one in browser.complaints() if not any(word in one for word in EXPECTED)]
                    expect("what the browser reported", said, [])
                    print(f"✔ {name} ({time.monotonic() - start:.1f} s)", flush=True)
                except Exception as error:  # each test is reported
                    failures += 1
                    print(f"✘ {name}: {error}", flush=True)
                    if not isinstance(error, Failure):
                        traceback.print_exc()
                    browser.picture(os.path.join(os.environ.get("PICTURES", "."), f"failed-{test.__name__}.png"))
                    browser.complaints()
    print(f"{failures} failed" if failures else "All tests of the page passed.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
