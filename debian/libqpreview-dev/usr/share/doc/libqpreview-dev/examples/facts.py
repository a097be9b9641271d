#!/usr/bin/env python3
"""Prints the facts of files, and the text of their first page, by libqpreview.

   facts.py FILE…
"""
import ctypes
import os
import sys

library = ctypes.CDLL(os.environ.get("LIBQPREVIEW", "libqpreview.so.0"))


class Info(ctypes.Structure):
    """The facts: `qpreview_info`."""

    _fields_ = [
        ("type", ctypes.c_char_p),
        ("kind", ctypes.c_char_p),
        ("title", ctypes.c_char_p),
        ("note", ctypes.c_char_p),
        ("pages", ctypes.c_int64),
        ("width", ctypes.c_double),
        ("height", ctypes.c_double),
        ("bytes", ctypes.c_int64),
        ("measures_pixels", ctypes.c_int),
        ("is_encrypted", ctypes.c_int),
        ("is_folder", ctypes.c_int),
        ("preview", ctypes.c_int),
        ("problem", ctypes.c_int),
    ]


class PageText(ctypes.Structure):
    """The text of a page: the beginning of `qpreview_page_text`."""

    _fields_ = [
        ("page", ctypes.c_int),
        ("width", ctypes.c_double),
        ("height", ctypes.c_double),
        ("text", ctypes.c_char_p),
    ]


def declare(name, result, *arguments):
    """A function of the library with its types."""
    function = getattr(library, name)
    function.restype = result
    function.argtypes = arguments
    return function


pointer = ctypes.c_void_p
open_previews = declare("qpreview_open", pointer, pointer)
close_previews = declare("qpreview_close", None, pointer)
facts = declare("qpreview_facts", pointer, pointer, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)
text = declare("qpreview_text", pointer, pointer, ctypes.c_int, ctypes.c_char_p, pointer)
message = declare("qpreview_answer_message", ctypes.c_char_p, pointer)
answer_info = declare("qpreview_answer_info", ctypes.POINTER(Info), pointer)
answer_page = declare("qpreview_answer_page", ctypes.POINTER(PageText), pointer, ctypes.c_size_t)
free = declare("qpreview_answer_free", None, pointer)


def main():
    previews = open_previews(None)
    failed = False
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            answer = facts(previews, file.fileno(), os.fsencode(path), None)
            info = answer_info(answer)
            if info:
                print(f"{path}: {info.contents.kind.decode()}, {info.contents.type.decode()}, {info.contents.pages} pages")
            else:
                print(f"{path}: {message(answer).decode()}", file=sys.stderr)
                failed = True
            free(answer)
            answer = text(previews, file.fileno(), os.fsencode(path), None)
            page = answer_page(answer, 0)
            if page:
                print(page.contents.text.decode())
            free(answer)
    close_previews(previews)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
