"""Creates macro.doc and macro.ppt from sample.doc and sample.ppt, by adding a VBA project
with a module whose AutoOpen writes RAN. Run it in this folder: python3 macro.py

[MS-CFB] compound files, [MS-OVBA] projects, [MS-PPT] presentations.
"""
import struct
import uuid
import zlib

END, FREE, SECTOR, MINI, CUTOFF = 0xFFFFFFFE, 0xFFFFFFFF, 512, 64, 4096

MACRO = "\r\n".join([
    'Attribute VB_Name = "Module1"', "Sub AutoOpen()", 'Selection.TypeText "RAN"', "End Sub",
    "Sub Auto_Open()", 'ActivePresentation.Slides(1).Name = "RAN"', "End Sub", ""])
THIS = "\r\n".join([
    'Attribute VB_Name = "ThisDocument"', 'Attribute VB_Base = "1Normal.ThisDocument"', "Attribute VB_PredeclaredId = True",
    "Attribute VB_Exposed = True", ""])


def read(data):
    """The streams of a compound file by name, storages as dicts; the class under ''."""
    def sectors(start, table, at, unit):
        out = b""
        while start < 0xFFFFFFFA:
            out += at(start, unit)
            start = table[start]
        return out

    def big(n, unit):
        return data[(n + 1) * unit:(n + 2) * unit]

    count, = struct.unpack_from("<I", data, 44)
    first, mini_first = struct.unpack_from("<I", data, 48)[0], struct.unpack_from("<I", data, 60)[0]
    fat = [n for s in struct.unpack_from("<%dI" % count, data, 76) for n in struct.unpack("<128I", big(s, SECTOR))]
    raw = sectors(first, fat, big, SECTOR)
    entries = [raw[i:i + 128] for i in range(0, len(raw), 128)]
    mini_fat_raw = sectors(mini_first, fat, big, SECTOR)
    mini_fat = struct.unpack("<%dI" % (len(mini_fat_raw) // 4), mini_fat_raw)
    mini = sectors(struct.unpack_from("<I", entries[0], 116)[0], fat, big, SECTOR)

    def children(number):
        found = {}

        def walk(n):
            if n == FREE:
                return
            e = entries[n]
            left, right, child = struct.unpack_from("<3I", e, 68)
            start, size = struct.unpack_from("<2I", e, 116)
            name = e[:struct.unpack_from("<H", e, 64)[0] - 2].decode("utf-16-le")
            walk(left)
            if e[66] == 1:
                found[name] = children(n)
            elif size < CUTOFF:
                found[name] = sectors(start, mini_fat, lambda s, u: mini[s * u:(s + 1) * u], MINI)[:size]
            else:
                found[name] = sectors(start, fat, big, SECTOR)[:size]
            walk(right)

        walk(struct.unpack_from("<I", entries[number], 76)[0])
        found[""] = entries[number][80:96]
        return found

    return children(0)


def write(root):
    """The compound file of streams and storages."""
    entries, minis, bigs, mini_fat, fat = [], b"", b"", [], []

    def chained(table, size, unit):
        start, n = len(table), -(-size // unit)
        table.extend(list(range(start + 1, start + n)) + [END] if n else [])
        return start if n else END

    def add(name, content):
        number = len(entries)
        entries.append([name, content, FREE, FREE, FREE, 0, 0])
        if isinstance(content, dict):
            inner = sorted((n for n in content if n), key=lambda n: (len(n), n.upper()))
            entries[number][4] = tree(content, inner)
        return number

    def tree(content, names):
        if not names:
            return FREE
        middle = len(names) // 2
        number = add(names[middle], content[names[middle]])
        entries[number][2] = tree(content, names[:middle])
        entries[number][3] = tree(content, names[middle + 1:])
        return number

    add("Root Entry", root)
    for e in entries:
        if isinstance(e[1], bytes):
            e[6] = len(e[1])
            if len(e[1]) < CUTOFF:
                e[5] = chained(mini_fat, len(e[1]), MINI)
                minis += e[1] + bytes(-len(e[1]) % MINI)
            else:
                e[5] = chained(fat, len(e[1]), SECTOR)
                bigs += e[1] + bytes(-len(e[1]) % SECTOR)
    entries[0][5], entries[0][6] = chained(fat, len(minis), SECTOR), len(minis)
    bigs += minis + bytes(-len(minis) % SECTOR)
    directory = b""
    for i, (name, content, left, right, child, start, size) in enumerate(entries):
        kind = 5 if i == 0 else 1 if isinstance(content, dict) else 2
        text = name.encode("utf-16-le") + b"\0\0"
        directory += text.ljust(64, b"\0") + struct.pack("<HBB3I", len(text), kind, 1, left, right, child)
        directory += (content.get("", bytes(16)) if isinstance(content, dict) else bytes(16)) + bytes(20) + struct.pack("<IQ", start, size)
    directory += (bytes(64) + struct.pack("<HBB3I", 0, 0, 0, FREE, FREE, FREE) + bytes(48)) * (-len(directory) // 128 % 4)
    directory_at = chained(fat, len(directory), SECTOR)
    mini_raw = struct.pack("<%dI" % len(mini_fat), *mini_fat)
    mini_raw += b"\xff" * (-len(mini_raw) % SECTOR)
    mini_at = chained(fat, len(mini_raw), SECTOR)
    count = 1
    while len(fat) + count > 128 * count:
        count += 1
    fat_at = len(fat)
    fat += [0xFFFFFFFD] * count + [FREE] * (128 * count - len(fat) - count)
    head = bytes.fromhex("D0CF11E0A1B11AE1") + bytes(16) + struct.pack("<HHHHH6xII", 0x3E, 3, 0xFFFE, 9, 6, 0, count)
    head += struct.pack("<IIIIIII", directory_at, 0, CUTOFF, mini_at, len(mini_raw) // SECTOR, END, 0)
    head += struct.pack("<%dI" % count, *range(fat_at, fat_at + count))
    return head.ljust(SECTOR, b"\xff") + bigs + directory + mini_raw + struct.pack("<%dI" % len(fat), *fat)


def compressed(data):
    """A container of literals only ([MS-OVBA] 2.4.1)."""
    out = b"\x01"
    for at in range(0, len(data), 3000):
        chunk = data[at:at + 3000]
        tokens = b"".join(b"\0" + chunk[i:i + 8] for i in range(0, len(chunk), 8))
        out += struct.pack("<H", 0xB000 | len(tokens) - 1) + tokens
    return out


def project():
    """The storages of a VBA project ([MS-OVBA] 2.2, 2.3.4.2)."""
    def record(kind, content=b""):
        return struct.pack("<HI", kind, len(content)) + content

    def word(n):
        return struct.pack("<H", n)

    def long(n):
        return struct.pack("<I", n)

    def both(kind, other, text):
        return record(kind, text.encode()) + record(other, text.encode("utf-16-le"))

    out = record(1, long(1)) + record(2, long(0x409)) + record(0x14, long(0x409)) + record(3, word(1252))
    out += record(4, b"VBAProject") + both(5, 0x40, "") + record(6) + record(0x3D) + record(7, long(0)) + record(8, long(0))
    out += word(9) + long(4) + long(1) + word(1) + both(0xC, 0x3C, "") + record(0xF, word(2)) + record(0x13, word(0xFFFF))
    for name, kind in (("ThisDocument", 0x22), ("Module1", 0x21)):
        out += both(0x19, 0x47, name) + both(0x1A, 0x32, name) + both(0x1C, 0x48, "") + record(0x31, long(0))
        out += record(0x1E, long(0)) + record(0x2C, word(0xFFFF)) + record(kind) + record(0x2B)
    out += record(0x10)
    lines = ['ID="{%s}"' % str(uuid.UUID(int=1)).upper(), "Document=ThisDocument/&H00000000", "Module=Module1", 'Name="VBAProject"',
             'HelpContextID="0"', 'VersionCompatible32="393222000"', "", "[Host Extender Info]",
             "&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000", "", "[Workspace]", ""]
    vba = {"dir": compressed(out), "_VBA_PROJECT": bytes.fromhex("CC61FFFF000000"),
           "Module1": compressed(MACRO.encode()), "ThisDocument": compressed(THIS.encode())}
    return {"VBA": vba, "PROJECT": "\r\n".join(lines).encode(),
            "PROJECTwm": b"".join(n.encode() + b"\0" + n.encode("utf-16-le") + b"\0\0" for n in ("ThisDocument", "Module1")) + b"\0\0"}


def with_macros_ppt(file):
    """Saves a presentation anew behind itself, with a project ([MS-PPT] 2.1.2)."""
    def record(kind, content, version=0, instance=0):
        return struct.pack("<HHI", instance << 4 | version, kind, len(content)) + content

    text, user = file["PowerPoint Document"], file["Current User"]
    last, = struct.unpack_from("<I", user, 16)
    edit = bytearray(text[last + 8:last + 8 + struct.unpack_from("<I", text, last + 4)[0]])
    directory, document, seed = struct.unpack_from("<3I", edit, 12)
    places, at, end = {}, directory + 8, directory + 8 + struct.unpack_from("<I", text, directory + 4)[0]
    while at < end:
        run, = struct.unpack_from("<I", text, at)
        for i in range(run >> 20):
            places[(run & 0xFFFFF) + i], = struct.unpack_from("<I", text, at + 4 + 4 * i)
        at += 4 + 4 * (run >> 20)
    start = places[document]
    body = text[start + 8:start + 8 + struct.unpack_from("<I", text, start + 4)[0]]
    atom = record(0x0400, struct.pack("<III", seed + 1, 1, 2), 2)
    info = record(0x03FF, atom, 15, 1)
    children, at, done = b"", 0, False
    while at < len(body):
        kind, size = struct.unpack_from("<HI", body, at + 2)
        child = body[at:at + 8 + size]
        if kind == 0x07D0 and not done:
            child, done = record(kind, child[8:] + info, 15), True
        elif kind == 0x03EA and not done:  # its end
            child, done = record(0x07D0, info, 15) + child, True
        children += child
        at += 8 + size
    assert done
    inner = write(project())
    saved = record(0x1011, struct.pack("<I", len(inner)) + zlib.compress(inner), 0, 1)
    new = record(0x03E8, children, 15)
    object_at = len(text) + len(new)
    directory_at = object_at + len(saved)
    index = record(0x1772, struct.pack("<4I", 1 << 20 | document, len(text), 1 << 20 | seed + 1, object_at))
    struct.pack_into("<4I", edit, 8, last, directory_at, document, seed + 1)
    file["PowerPoint Document"] = text + new + saved + index + record(0x0FF5, bytes(edit))
    file["Current User"] = user[:16] + struct.pack("<I", directory_at + len(index)) + user[20:]
    return file


def main():
    samples = "../../../samples/testdata/sample."
    with open(samples + "doc", "rb") as sample, open("macro.doc", "wb") as out:
        file = read(sample.read())
        file["Macros"] = project()
        out.write(write(file))
    with open(samples + "ppt", "rb") as sample, open("macro.ppt", "wb") as out:
        out.write(write(with_macros_ppt(read(sample.read()))))


main()
