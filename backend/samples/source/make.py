#!/usr/bin/env python3
"""Makes the sample documents and the test documents of this folder's sources.

    make libreoffice
    sudo apt-get install python3-openpyxl libgsf-bin
    /usr/bin/python3 backend/samples/source/make.py

The results are committed, so nobody needs this but who changes a source. The bundled LibreOffice
(or the one that LECTERN_LIBREOFFICE names) writes every format.

The test documents (testdata/sample.<type>) have the words 'Lectern sample doc' on their first page
and two pages, sheets or slides each. The password of the protected ones is 'open sesame'; that of the
sealed ones is the one that Excel tries by itself.
"""

import base64
import os
import shutil
import subprocess
import tempfile
from html import escape
from pathlib import Path

import budget

SOURCE = Path(__file__).resolve().parent
SAMPLES = SOURCE.parent
TESTDATA = SAMPLES / "testdata"
BUNDLE = Path(os.environ.get("LECTERN_LIBREOFFICE") or SAMPLES.parents[1] / "build/libreoffice")
PASSWORD = "open sesame"
EXCEL_PASSWORD = "VelvetSweatshop"  # every program tries this password by itself

# type: source, LibreOffice's filter
FORMATS = {
    "doc": ("text.fodt", "MS Word 97"),
    "docx": ("text.fodt", "MS Word 2007 XML"),
    "dotx": ("text.fodt", "MS Word 2007 XML Template"),
    "rtf": ("text.fodt", "Rich Text Format"),
    "odt": ("text.fodt", "writer8"),
    "pdf": ("text.fodt", "writer_pdf_Export"),
    "xls": ("sheet.fods", "MS Excel 97"),
    "xlsx": ("sheet.fods", "Calc MS Excel 2007 XML"),
    "ppt": ("slides.fodp", "MS PowerPoint 97"),
    "pps": ("slides.fodp", "MS PowerPoint 97 AutoPlay"),
    "pot": ("slides.fodp", "MS PowerPoint 97 Vorlage"),
    "pptx": ("slides.fodp", "Impress MS PowerPoint 2007 XML"),
    "ppsx": ("slides.fodp", "Impress MS PowerPoint 2007 XML AutoPlay"),
    "potx": ("slides.fodp", "Impress MS PowerPoint 2007 XML Template"),
}

NAMESPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        "office": "office", "style": "style", "text": "text", "table": "table", "draw": "drawing",
        "fo": "xsl-fo-compatible", "svg": "svg-compatible",
    }.items()
)


def soffice(work, *arguments):
    """Runs the bundle's soffice with the profile in the folder work."""
    profile = f"-env:UserInstallation={(work / 'profile').as_uri()}"
    subprocess.run([BUNDLE / "program/soffice", "--headless", profile, *arguments], check=True, capture_output=True)


def configure(work):
    """Lays the profile: documents without a thumbnail."""
    (work / "profile/user").mkdir(parents=True)
    (work / "profile/user/registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<oor:items xmlns:oor="http://openoffice.org/2001/registry">'
        '<item oor:path="/org.openoffice.Office.Common/Save/Document"><prop oor:name="GenerateThumbnail" oor:op="fuse">'
        "<value>false</value></prop></item></oor:items>"
    )


def protect(work, source, target, password):
    """Saves source in the format of target under a password, by the macro of protect.bas in work's profile."""
    library = work / "profile/user/basic/Standard"
    library.mkdir(parents=True, exist_ok=True)
    filter_name = FORMATS[target.suffix.removeprefix(".")][1]
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    (library / "Samples.xba").write_text(
        f'{head}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Samples" '
        f'script:language="StarBasic">{escape((SOURCE / "protect.bas").read_text())}</script:module>'
    )
    (library / "script.xlb").write_text(
        f'{head}<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" '
        'library:readonly="false" library:passwordprotected="false"><library:element library:name="Samples"/></library:library>'
    )
    soffice(work, f"macro:///Standard.Samples.Protect({source.as_uri()},{target.as_uri()},{filter_name},{password})")


def convert(work, source, extension, filter_name, options=""):
    """Converts source in the folder work; gives the result's path."""
    out = work / "out"
    target = f"{extension}:{filter_name}" + (f":{options}" if options else "")
    soffice(work, "--convert-to", target, "--outdir", out, source)
    return out / f"{source.stem}.{extension}"


def prose(work, name, picture):
    """Writes a prose sample as one flat OpenDocument text: styles, body, picture."""
    kind = {".png": "image/png", ".svg": "image/svg+xml"}[picture.suffix]
    body = (SOURCE / f"{name}.xml").read_text()
    body = body.replace("@PICTURE-TYPE@", kind).replace("@PICTURE@", base64.b64encode(picture.read_bytes()).decode())
    styles = (SOURCE / "prose-styles.xml").read_text()
    path = work / f"{name}.fodt"
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document {NAMESPACES} office:version="1.3" '
        f'office:mimetype="application/vnd.oasis.opendocument.text">\n{styles}'
        f"<office:body><office:text>{body}</office:text></office:body></office:document>\n"
    )
    return path


def shrink(work, path):
    """Rewrites a binary presentation without its properties, which are a thumbnail of 440 kB."""
    clsid = bytes.fromhex("108d81649b4fcf1186ea00aa00b929e8")  # PowerPoint.Show.8
    streams = work / "streams"
    streams.mkdir(exist_ok=True)
    for name in ("\x01CompObj", "\x01Ole", "Current User", "PowerPoint Document", "\x05DocumentSummaryInformation"):
        content = subprocess.run(["gsf", "cat", path, name], check=True, capture_output=True).stdout
        (streams / name).write_bytes(content)
    path.unlink()
    subprocess.run(["gsf", "createole", path, *sorted(streams.iterdir())], check=True, capture_output=True)
    whole = bytearray(path.read_bytes())
    root = 512 + int.from_bytes(whole[48:52], "little") * 512  # the directory's first sector begins with the root
    whole[root + 80 : root + 96] = clsid
    path.write_bytes(whole)


def samples(work):
    """Makes the three documents that a new library begins with."""
    size = '{"PixelWidth":{"type":"long","value":"1360"},"PixelHeight":{"type":"long","value":"380"}}'
    drawing = convert(work, SOURCE / "flow.svg", "png", "draw_png_Export", size)
    letter = prose(work, "letter", drawing)
    shutil.copy(convert(work, letter, "docx", "MS Word 2007 XML"), SAMPLES / "letter.docx")
    guide = prose(work, "guide", SOURCE / "flow.svg")
    shutil.copy(convert(work, guide, "pdf", "writer_pdf_Export"), SAMPLES / "guide.pdf")
    budget.build(SAMPLES / "budget.xlsx")


def testdata(work):
    """Makes a small document of every type, and those that must be refused."""
    for extension, (source, filter_name) in FORMATS.items():
        shutil.copy(convert(work, SOURCE / source, extension, filter_name), TESTDATA / f"sample.{extension}")
    for extension in ("ppt", "pps", "pot"):
        shrink(work, TESTDATA / f"sample.{extension}")
    shutil.copy(TESTDATA / "sample.ppt", TESTDATA / "sample.ppa")
    shutil.copy(SOURCE / "page.html", TESTDATA / "html.doc")
    for extension in ("docx", "pdf"):
        whole = (TESTDATA / f"sample.{extension}").read_bytes()
        (TESTDATA / f"damaged.{extension}").write_bytes(whole[: len(whole) // 2])
    protect(work, SOURCE / "text.fodt", TESTDATA / "protected.docx", PASSWORD)
    for extension in ("xls", "xlsx"):
        protect(work, SOURCE / "sheet.fods", TESTDATA / f"sealed.{extension}", EXCEL_PASSWORD)
    seal = f'{{"EncryptFile":{{"type":"boolean","value":"true"}},"DocumentOpenPassword":{{"type":"string","value":"{PASSWORD}"}}}}'
    shutil.copy(convert(work, SOURCE / "text.fodt", "pdf", "writer_pdf_Export", seal), TESTDATA / "protected.pdf")


def main():
    TESTDATA.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        configure(work)
        samples(work)
        testdata(work)


if __name__ == "__main__":
    main()
