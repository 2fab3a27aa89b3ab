"""Asks Python's codecs and glibc's iconv what byte sequences mean.

Each line of standard input is a question:

    <oracle> <codec> <prefix> <suffix> <range> <range> ...

with the oracle `python` or `glibc`, its name of the codec, bytes in hexadecimal put before and after each
sequence ("-" for none), and an inclusive range like `a1-fe` for each byte of the sequences to try. The answer is a
line `<sequence> <code points>` for each sequence which is read completely and without error, in hexadecimal (a lone
surrogate, which Python lets through, is an error here), and then a line `.`; or a line `? <reason>` when the oracle
is not there.

Both oracles are called in this process, one sequence at a time from a fresh state: the command `iconv` would need
separators between sequences, and which bytes it skips after an error can't be told from its output.
"""

import codecs
import ctypes
import itertools
import sys


def python(codec):
    decode = codecs.lookup(codec).decode
    def read(data):
        try:
            return decode(data, "strict")[0]
        except UnicodeError:
            return None
    return read


def glibc(codec):
    libc = ctypes.CDLL(None)
    libc.gnu_get_libc_version  # other C libraries have an iconv too, with other tables
    libc.iconv_open.restype = ctypes.c_void_p
    libc.iconv.restype = ctypes.c_size_t
    libc.iconv.argtypes = [ctypes.c_void_p] + [ctypes.c_void_p] * 4
    handle = libc.iconv_open(b"UTF-32LE", codec.encode())
    if handle == ctypes.c_void_p(-1).value:
        raise LookupError("iconv has no " + codec)
    source, target = ctypes.create_string_buffer(64), ctypes.create_string_buffer(256)
    at, left = ctypes.c_void_p(), ctypes.c_size_t()
    to, room = ctypes.c_void_p(), ctypes.c_size_t()
    arguments = [ctypes.addressof(x) for x in (at, left, to, room)]
    failed = ctypes.c_size_t(-1).value
    def read(data):
        libc.iconv(handle, None, None, None, None)
        source.raw = data + bytes(64 - len(data))
        at.value, left.value = ctypes.addressof(source), len(data)
        to.value, room.value = ctypes.addressof(target), 256
        if libc.iconv(handle, *arguments) == failed:
            return None
        # Some converters hold the last character back until they know that nothing combines with it.
        if libc.iconv(handle, None, None, arguments[2], arguments[3]) == failed:
            return None
        return target.raw[:256 - room.value].decode("utf-32-le", "surrogatepass")
    return read


def answer(question):
    oracle, codec, prefix, suffix, *ranges = question.split()
    prefix, suffix = (b"" if s == "-" else bytes.fromhex(s) for s in (prefix, suffix))
    try:
        read = {"python": python, "glibc": glibc}[oracle](codec)
    except (LookupError, AttributeError, OSError) as reason:
        print("?", reason)
        return
    ranges = [range(int(r[:2], 16), int(r[3:], 16) + 1) for r in ranges]
    lines = []
    for sequence in itertools.product(*ranges):
        sequence = bytes(sequence)
        text = read(prefix + sequence + suffix)
        if text is not None and not any("\ud800" <= c <= "\udfff" for c in text):
            lines.append(sequence.hex() + "".join(" %x" % ord(c) for c in text))
    print("\n".join(lines + ["."]), flush=True)


for line in sys.stdin:
    answer(line)
