"""Writes PDF files (ISO 32000-1) from plain Python values, the same bytes each time.

A dict is a dictionary, a list an array, `bytes` a string, `Name` a name, `Ref` a reference, `Stream`
a stream. Streams stay uncompressed: the files are small, a person can read them, and their bytes do
not depend on the version of a compression library.
"""

import hashlib

PADDING = bytes.fromhex(
    "28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


class Name(str):
    """A PDF name, without its slash."""


class Ref(int):
    """A reference to the object of this number."""


class Stream:
    """A stream with its dictionary."""

    def __init__(self, data, dictionary=None):
        self.data = data
        self.dictionary = dictionary or {}


def number(value):
    """A number as PDF writes it: at most three decimals, no exponent."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def rc4(key, data):
    """RC4, the cipher of PDF's standard security handler before AES."""
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) & 255
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) & 255
        j = (j + state[i]) & 255
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) & 255])
    return bytes(out)


class Encryption:
    """The standard security handler, revision 3 with 128 bits (ISO 32000-1, 7.6.3).

    Not a good lock any more, but the one that every reader of locked files has to open, and the only
    one that needs nothing beyond Python's standard library.
    """

    # Printing is allowed; changing, copying and commenting are not (table 22).
    permissions = -1340

    def __init__(self, user, owner, identifier):
        user, owner = (self.padded(password) for password in (user, owner or user))
        key = self.hashed(owner)
        self.owner_entry = user
        for i in range(20):  # Algorithm 3.
            self.owner_entry = rc4(bytes(b ^ i for b in key), self.owner_entry)
        seed = user + self.owner_entry + (self.permissions & 0xFFFFFFFF).to_bytes(4, "little")
        self.key = self.hashed(seed + identifier)  # Algorithm 2.
        self.user_entry = hashlib.md5(PADDING + identifier).digest()
        for i in range(20):  # Algorithm 5.
            self.user_entry = rc4(bytes(b ^ i for b in self.key), self.user_entry)
        self.user_entry += bytes(16)

    @staticmethod
    def padded(password):
        return (password.encode("latin-1") + PADDING)[:32]

    @staticmethod
    def hashed(data):
        for _ in range(51):
            data = hashlib.md5(data).digest()
        return data

    def dictionary(self):
        return {
            "Filter": Name("Standard"), "V": 2, "R": 3, "Length": 128,
            "P": self.permissions, "O": self.owner_entry, "U": self.user_entry,
        }

    def apply(self, object_number, data):
        salt = object_number.to_bytes(3, "little") + bytes(2)  # Algorithm 1.
        return rc4(hashlib.md5(self.key + salt).digest()[:16], data)


class File:
    """The objects of one file, numbered in the order in which they are added."""

    def __init__(self):
        self.objects = []

    def add(self, value):
        self.objects.append(value)
        return Ref(len(self.objects))

    def data(self, root, info, user=None, owner=None):
        """The bytes of the file; with `user` or `owner` it is encrypted with these passwords."""
        identifier = hashlib.md5(repr([self.text(o, None) for o in self.objects]).encode()).digest()
        lock = None
        if user is not None or owner is not None:
            lock = Encryption(user or "", owner, identifier)
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        offsets = []
        for position, value in enumerate(self.objects, start=1):
            offsets.append(len(out))
            out += f"{position} 0 obj\n".encode()
            out += self.text(value, (lambda d, n=position: lock.apply(n, d)) if lock else None)
            out += b"\nendobj\n"
        trailer = {"Root": root, "Info": info, "ID": [identifier, identifier]}
        if lock:
            offsets.append(len(out))
            out += f"{len(offsets)} 0 obj\n".encode() + self.text(lock.dictionary(), None)
            out += b"\nendobj\n"
            trailer["Encrypt"] = Ref(len(offsets))
        trailer["Size"] = len(offsets) + 1
        start = len(out)
        out += f"xref\n0 {len(offsets) + 1}\n0000000000 65535 f \n".encode()
        for offset in offsets:
            out += f"{offset:010d} 00000 n \n".encode()
        out += b"trailer\n" + self.text(trailer, None) + f"\nstartxref\n{start}\n%%EOF\n".encode()
        return bytes(out)

    def text(self, value, encrypt):
        """One value in the syntax of the file."""
        if isinstance(value, Stream):
            data = encrypt(value.data) if encrypt else value.data
            dictionary = self.text({**value.dictionary, "Length": len(data)}, encrypt)
            return dictionary + b"\nstream\n" + data + b"\nendstream"
        if isinstance(value, dict):
            parts = [b"/" + key.encode() + b" " + self.text(item, encrypt)
                     for key, item in value.items()]
            return b"<< " + b" ".join(parts) + b" >>"
        if isinstance(value, list):
            return b"[" + b" ".join(self.text(item, encrypt) for item in value) + b"]"
        if isinstance(value, bytes):
            if encrypt:
                value = encrypt(value)
            if all(32 <= byte < 127 and byte not in b"()\\" for byte in value):
                return b"(" + value + b")"
            return b"<" + value.hex().encode() + b">"
        if isinstance(value, Name):
            return b"/" + value.encode()
        if isinstance(value, Ref):
            return f"{int(value)} 0 R".encode()
        if isinstance(value, bool):
            return b"true" if value else b"false"
        return number(value).encode()
