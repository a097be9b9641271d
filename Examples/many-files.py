#!/usr/bin/env python3
"""Thumbnails of many files, by workers that each keep one `qpreview serve`.

    Examples/many-files.py [-w WORKERS] [-s SIZE] FOLDER < LIST

LIST has the path of a file in each line. The thumbnail of a path is FOLDER/ab/ab….png, by the hash of the path; what is there
already is skipped, so that a run after Ctrl-C goes on where that ended. Standard output has a JSON object for each file without a
thumbnail, standard error the rate. A worker that ends is started again, and tries its file a second time.

QPREVIEW names the program (default: qpreview). `Previews` is what a task of a batch queue, or of Ray, Dask, or Spark, keeps.
"""
import argparse
import hashlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time


class Previews:
    """A worker: one `qpreview serve`, which reads each file in a sandboxed process of its own."""

    def __init__(self):
        self.process = None
        self.is_over = False
        self.lock = threading.Lock()

    def ask(self, request):
        """The answer to a request, or None if the program ended."""
        with self.lock:
            if self.is_over:
                return None
            self.start()
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())
        except (OSError, ValueError):
            self.close()
            return None

    def start(self):
        """Starts the program, where it does not run."""
        if self.process is None:
            # In a session of its own: Ctrl-C ends this program, which ends the worker.
            self.process = subprocess.Popen([os.environ.get("QPREVIEW", "qpreview"), "serve"],
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)

    def end(self):
        """Ends the program for good, from any thread."""
        with self.lock:
            self.is_over = True
            if self.process:
                self.process.kill()

    def thumbnail(self, path, output, size=256):
        """Draws a file; None, or why there is no thumbnail."""
        for _ in range(2):
            answer = self.ask({"id": 1, "op": "thumbnail", "uri": "file://" + quoted(path), "size": size, "output": output})
            if answer is not None:
                return None if answer["ok"] else {"code": answer["code"], "message": answer["message"]}
        return {"code": "worker-ended", "message": "The worker ended twice at this file."}

    def close(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None


def quoted(path):
    """A path as a URI has it, in which names need not be UTF-8."""
    return "".join(chr(byte) if chr(byte).isalnum() and byte < 128 or byte in b"/._-" else f"%{byte:02X}"
                   for byte in os.fsencode(os.path.abspath(path)))


def work(previews, paths, folder, size, done):
    while (path := paths.get()) is not None:
        name = hashlib.sha256(os.fsencode(path)).hexdigest()
        output = os.path.join(folder, name[:2], name + ".png")
        if os.path.exists(output):
            done.put((path, None))
            continue
        os.makedirs(os.path.dirname(output), exist_ok=True)
        done.put((path, previews.thumbnail(path, output, size)))
    previews.close()
    done.put(None)


def main():
    parser = argparse.ArgumentParser(description="Thumbnails of many files.")
    parser.add_argument("-w", "--workers", type=int, default=os.cpu_count())
    parser.add_argument("-s", "--size", type=int, default=256)
    parser.add_argument("folder")
    options = parser.parse_args()
    # A short queue: the list may be longer than memory.
    paths, done, start = queue.Queue(4 * options.workers), queue.Queue(), time.monotonic()
    workers = [Previews() for _ in range(options.workers)]
    for previews in workers:
        threading.Thread(target=work, args=(previews, paths, options.folder, options.size, done), daemon=True).start()

    def feed():
        for line in sys.stdin.buffer:
            paths.put(os.fsdecode(line.rstrip(b"\n")))
        for _ in range(options.workers):
            paths.put(None)

    threading.Thread(target=feed, daemon=True).start()
    files = failed = ended = 0
    code = 0
    try:
        while ended < options.workers:
            result = done.get()
            if result is None:
                ended += 1
                continue
            files += 1
            if result[1]:
                failed += 1
                print(json.dumps({"path": result[0], **result[1]}), flush=True)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        code = 130
        for previews in workers:
            previews.end()
        print("Interrupted. The same command goes on from here.", file=sys.stderr)
    seconds = time.monotonic() - start
    print(f"{files} files, {failed} without a thumbnail, {seconds:.1f} s, {files / seconds:.1f} files per second", file=sys.stderr)
    sys.stderr.flush()
    # Without waiting for the threads, which hang in reads and writes.
    os._exit(code)


if __name__ == "__main__":
    main()
