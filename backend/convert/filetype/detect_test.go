package filetype

import (
	"bytes"
	"crypto/rc4"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"
)

// The content decides the type, not the name.
//
// SECURITY.md, promise 8 (content determines the type)
func TestDetectSupported(t *testing.T) {
	word := compound(stream{"WordDocument", fib(0xA5EC, 0, 40)})
	slides := compound(stream{"Current User", currentUser(0xE391C05F)}, stream{"PowerPoint Document", make([]byte, 5000)})
	book := slices.Concat(record(biffBOF, make([]byte, 16)...), record(biffBoundSheet, 1, 2), record(biffEOF))
	tests := []struct {
		why     string
		content []byte
		name    string
		want    Type
	}{
		{"Word 97", word, "picture.png", Doc},
		{"Word 97, large", compound(stream{"WordDocument", fib(0xA5EC, 0, 9000)}), "", Doc},
		{"Word 95", compound(stream{"WordDocument", fib(0xA5DC, 0, 40)}), "", Doc},
		{"Word in capitals", compound(stream{"WORDDOCUMENT", fib(0xA5EC, 0, 40)}), "", Doc},
		{"presentation", slides, "x.doc", Ppt},
		{"presentation", slides, "x.PPT", Ppt},
		{"slide show", slides, "x.pps", Pps},
		{"template", slides, "x.Pot", Pot},
		{"add-in", slides, "x.ppa", Ppa},
		{"Excel 97", compound(stream{"Workbook", book}), "", Xls},
		{"Excel 95", compound(stream{"Book", book}), "", Xls},
		{"Excel 4 without a container", []byte("\x09\x04\x06\x00\x00\x00\x10\x00rest"), "", Xls},
		{"RTF", []byte(`{\rtf1\ansi Hello}`), "x.doc", Rtf},
		{"PDF", []byte("%PDF-1.7\n"), "x.docx", Pdf},
		{"PDF after other bytes", append(bytes.Repeat([]byte{'\n'}, 1000), "%PDF-1.4"...), "", Pdf},
		{"docx", ooxml(t, "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"), "x.zip", Docx},
		{"dotx", ooxml(t, "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"), "x.docx", Dotx},
		{"pptx", ooxml(t, "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"), "", Pptx},
		{"potx", ooxml(t, "application/vnd.openxmlformats-officedocument.presentationml.template.main+xml"), "", Potx},
		{"ppsx", ooxml(t, "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml"), "", Ppsx},
		{"xlsx", ooxml(t, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"), "", Xlsx},
		{"xlsx behind other bytes", append([]byte("PK\x03\x04 not yet"),
			ooxml(t, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml")...), "", Xlsx},
	}
	for _, test := range tests {
		t.Run(test.why+" "+test.name, func(t *testing.T) {
			got, err := detectBytes(test.content, test.name)
			if err != nil || got != test.want {
				t.Errorf("got %q, %v; want %q", got, err, test.want)
			}
		})
	}
}

// A file of an unsupported type is rejected with the name of its type.
//
// SECURITY.md, promise 8 (content determines the type)
func TestDetectRefused(t *testing.T) {
	docx := ooxml(t, "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml")
	word := compound(stream{"WordDocument", fib(0xA5EC, 0, 40)})
	odt := archive(t, file{"content.xml", "<x/>"})
	tests := []struct {
		why     string
		content []byte
		want    string
	}{
		{"empty", nil, "This is an empty file, which is not a supported type."},
		{"text", []byte("Dear Sir or Madam,\n"), "This is a plain text file, which is not a supported type."},
		{"HTML named .doc", []byte("<html><body>Hello</body></html>"), "This is a web page (HTML), which is not a supported type."},
		{"PNG", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), "This is an image (.png), which is not a supported type."},
		{"ODF",
			[]byte("PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x27\x00\x00\x00\x27\x00\x00\x00\x08\x00\x00\x00" +
				"mimetypeapplication/vnd.oasis.opendocument.text"),
			"This is an OpenDocument text (.odt), which is not a supported type."},
		{"flat ODF", []byte(`<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">`),
			"This is a flat OpenDocument file, which is not a supported type."},
		{"ZIP", odt, "This is a ZIP archive, which is not a supported type."},
		{"noise", []byte{0, 1, 2, 3, 0xFE, 0xFF}, "This is a file of unknown content, which is not a supported type."},
		{"macros", ooxml(t, "application/vnd.ms-word.document.macroEnabled.main+xml"),
			"This is a Word document with macros (.docm), which is not a supported type."},
		{"package of something else", ooxml(t, "application/x-other"),
			"This is an archive of parts that is not an Office document, which is not a supported type."},
		{"message", compound(stream{"__properties_version1.0", make([]byte, 40)}),
			"This is an Outlook message (.msg), which is not a supported type."},
		{"compound file", compound(stream{"Other", make([]byte, 40)}),
			"This is a compound file that is not an Office document, which is not a supported type."},
		{"docx cut off", docx[:len(docx)/2], "The document is damaged: the file is broken or incomplete."},
		{"doc cut off", word[:600], "The document is damaged: its compound file cannot be read."},
		{"doc without text", compound(stream{"WordDocument", make([]byte, 40)}), "The document is damaged: its text cannot be found."},
		{"xls without workbook", compound(stream{"Workbook", make([]byte, 40)}), "The document is damaged: its workbook cannot be found."},
		{"encrypted package", compound(stream{"EncryptedPackage", make([]byte, 40)}), "The document is password-protected."},
		{"encrypted doc", compound(stream{"WordDocument", fib(0xA5EC, 1<<8, 40)}), "The document is password-protected."},
		{"encrypted ppt", compound(stream{"Current User", currentUser(0xF3D1C4DF)}, stream{"PowerPoint Document", make([]byte, 40)}),
			"The document is encrypted in a way that cannot be opened here, even with its password. Save it without encryption."},
		{"encrypted xls", compound(stream{"Workbook", slices.Concat(record(biffBOF, make([]byte, 16)...),
			record(biffFilePass, 0, 0, 1, 2, 3, 4))}),
			"The document is password-protected."},
		{"entities", archive(t, file{"[Content_Types].xml", `<!DOCTYPE t [<!ENTITY e SYSTEM "file:///etc/passwd">]><Types>&e;</Types>`}),
			// Entities are not resolved
			//
			// SECURITY.md, promise 20 (XML bombs)
			"The document is damaged: the list of its parts cannot be read."},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			got, err := detectBytes(test.content, "report.docx")
			if err == nil || err.Error() != test.want {
				t.Errorf("got %q, %v; want the error %q", got, err, test.want)
			}
		})
	}
}

func TestDetectEmbedded(t *testing.T) {
	// A document embedded in a storage does not determine the type of the file.
	b := compound(stream{"ObjectPool", make([]byte, 40)}, stream{"WordDocument", fib(0xA5EC, 0, 40)})
	second := bytes.Index(b, oleDirEntry("WordDocument", 2, 1, 40)[:64])
	first := second - oleEntrySize
	binary.LittleEndian.PutUint32(b[first+72:], 0xFFFFFFFF) // the first entry has no sibling,
	binary.LittleEndian.PutUint32(b[first+76:], 2)          // and the second entry is its child
	if got, err := detectBytes(b, ""); err == nil {
		t.Errorf("got %q for a file that only embeds one", got)
	}
}

// A content types part in UTF-16 is read like one in UTF-8.
func TestDetectUTF16Parts(t *testing.T) {
	const list = `<?xml version="1.0" encoding="UTF-16"?><Types><Override PartName="/a.xml" ` +
		`ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
	content := "\xff\xfe" + string(utf16le(list))
	got, err := detectBytes(archive(t, file{"[Content_Types].xml", content}), "")
	if got != Docx || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestWorkbookPassword checks passwords against the verifiers that encrypted workbooks contain: of a file made by
// Excel, of XOR obfuscation, and of RC4 with longer keys.
func TestWorkbookPassword(t *testing.T) {
	rc4 := unhex(t, "010001000100a0fc88b84038cd19362f3b26db9a1d0e8b4c52a53e7922aa35c022f2169f83416b3d41da1204fa6cdeca112d3f7e3ef3")
	tests := []struct {
		why, password string
		filePass      []byte
		want          bool
	}{
		{"RC4", "tika", rc4, true},
		{"RC4, wrong", "tikka", rc4, false},
		{"RC4, cut off", "tika", rc4[:40], false},
		{"XOR", "password", []byte{0, 0, 9, 9, 0xAF, 0x83}, true},
		{"XOR of Excel 95", "password", []byte{9, 9, 0xAF, 0x83}, true},
		{"XOR, wrong", "Password", []byte{0, 0, 9, 9, 0xAF, 0x83}, false},
		{"RC4 of 128 bits", "open sesame", cryptoAPI("open sesame", 128), true},
		{"RC4 of 40 bits", "open sesame", cryptoAPI("open sesame", 40), true},
		{"RC4 of 128 bits, wrong", "open", cryptoAPI("open sesame", 128), false},
		{"RC4 of 128 bits, cut off", "open sesame", cryptoAPI("open sesame", 128)[:100], false},
		{"nothing", "password", nil, false},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			if got := opensWith(test.filePass, test.password); got != test.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

// cryptoAPI returns a record FilePass, which describes the encryption of a workbook, as Excel 2002 writes it.
func cryptoAPI(password string, bits uint32) []byte {
	salt, verifier := bytes.Repeat([]byte{7}, 16), []byte("sixteen letters!")
	sealed := sha1.Sum(append(bytes.Clone(salt), utf16le(password)...))
	sealed = sha1.Sum(append(sealed[:], 0, 0, 0, 0))
	key := sealed[:16]
	if bits == 40 {
		clear(key[5:])
	}
	hash := sha1.Sum(verifier)
	c, _ := rc4.NewCipher(key)
	secret := append(bytes.Clone(verifier), hash[:]...)
	c.XORKeyStream(secret, secret)

	le := binary.LittleEndian
	header := make([]byte, 34)
	le.PutUint32(header[16:], bits)
	b := []byte{1, 0, 2, 0, 2, 0, 4, 0, 0, 0}
	b = le.AppendUint32(b, uint32(len(header)))
	b = append(append(b, header...), 16, 0, 0, 0)
	b = append(append(b, salt...), secret[:16]...)
	return append(append(b, 20, 0, 0, 0), secret[16:]...)
}

// The error of an encrypted file contains a type, so that the file can be opened with a password.
func TestDetectEncryptedKind(t *testing.T) {
	sealed := compound(stream{"EncryptedPackage", make([]byte, 40)})
	tests := []struct {
		name    string
		content []byte
		want    Type
	}{
		{"a.XLSX", sealed, Xlsx},
		{"a.docm", sealed, Docx},
		{"a.xls", sealed, Docx},
		{"a", sealed, Docx},
		{"a.xls", compound(stream{"WordDocument", fib(0xA5EC, 1<<8, 40)}), Doc},
	}
	for _, test := range tests {
		_, err := detectBytes(test.content, test.name)
		var protected *ProtectedError
		if !errors.As(err, &protected) || protected.Kind != test.want {
			t.Errorf("%s: %v, %+v; want %s", test.name, err, protected, test.want)
		}
	}
}

// countingReader is a file of unlimited size that begins with content. It counts the bytes and the calls of ReadAt.
type countingReader struct {
	content []byte
	read    int64
	calls   int
}

func (m *countingReader) ReadAt(p []byte, off int64) (int, error) {
	m.calls++
	m.read += int64(len(p))
	if off < int64(len(m.content)) {
		n := copy(p, m.content[off:])
		clear(p[n:])
		return len(p), nil
	}
	for i := range p {
		p[i] = byte(off) // varying bytes without an end, to mislead every parser
	}
	return len(p), nil
}

// The number of bytes that are read is limited, even if the file declares a huge size.
//
// SECURITY.md, promise 8 (content determines the type)
func TestDetectBounded(t *testing.T) {
	loop := compound(stream{"WordDocument", fib(0xA5EC, 0, 40)})
	binary.LittleEndian.PutUint32(loop[512+4:], 1) // the directory's first sector is followed by itself
	endless := compound(stream{"Other", nil})
	binary.LittleEndian.PutUint32(endless[48:], 1<<20)
	wide := []byte("PK\x03\x04" + strings.Repeat("x", 100))
	// One sector has three roles: it is a part of the allocation table, a part of the list of the table's sectors, and
	// the first sector of the directory. In the list and in the directory, the sector is followed by itself.
	const first = 1e9/128*128 + 1
	circles := make([]byte, 1024)
	copy(circles, endless[:512])
	binary.LittleEndian.PutUint32(circles[48:], first)
	binary.LittleEndian.PutUint32(circles[68:], 0)
	binary.LittleEndian.PutUint32(circles[512+4:], first)
	for name, content := range map[string][]byte{"loop": loop, "far": endless, "circles": circles, "zip": wide, "pdf": []byte("%PDX-")} {
		t.Run(name, func(t *testing.T) {
			m := &countingReader{content: content}
			if got, err := Detect(m, 1<<40, ""); err == nil {
				t.Errorf("got %q", got)
			}
			if m.read > readLimit || m.calls > readLimit/readCost {
				t.Errorf("read %d bytes in %d calls", m.read, m.calls)
			}
		})
	}
}

// brokenDisk is a file of which only the beginning can be read.
type brokenDisk struct{ content []byte }

var errDisk = errors.New("the disk is gone")

func (d brokenDisk) ReadAt(p []byte, off int64) (int, error) {
	if off >= headSize {
		return 0, errDisk
	}
	return copy(p, d.content[off:]), nil
}

// A failing disk is not reported as a damaged document.
func TestDetectReadError(t *testing.T) {
	content := append([]byte(oleMagic), make([]byte, 2*headSize)...)
	binary.LittleEndian.PutUint16(content[30:], 9)
	binary.LittleEndian.PutUint32(content[76:], 100) // number of the first sector of the file allocation table
	if _, err := Detect(brokenDisk{content}, 1<<20, ""); !errors.Is(err, errDisk) {
		t.Errorf("got %v", err)
	}
}

func FuzzDetect(f *testing.F) {
	f.Add([]byte(`{\rtf1}`), "x.rtf")
	f.Add([]byte("%PDF-1.4"), "x.pdf")
	f.Add(ooxml(f, "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"), "x.docx")
	f.Add(compound(stream{"WordDocument", fib(0xA5EC, 0, 9000)}), "x.doc")
	f.Add(compound(stream{"Workbook", slices.Concat(record(biffBOF, make([]byte, 16)...), record(biffFilePass, make([]byte, 54)...))}),
		"x.xls")
	f.Add(compound(stream{"Current User", currentUser(0xE391C05F)}, stream{"PowerPoint Document", make([]byte, 5000)}), "x.pps")
	f.Fuzz(func(t *testing.T, content []byte, name string) {
		got, err := detectBytes(content, name)
		if err == nil && !slices.Contains(All(), got) {
			t.Errorf("got %q without an error", got)
		}
		var unsupported *UnsupportedError
		var protected *ProtectedError
		var encrypted *EncryptionError
		var broken *DamagedError
		if err != nil && !errors.As(err, &unsupported) && !errors.As(err, &protected) && !errors.As(err, &encrypted) && !errors.As(err, &broken) {
			t.Errorf("got %v, want an error about the file", err)
		}
	})
}

func detectBytes(b []byte, name string) (Type, error) {
	return Detect(bytes.NewReader(b), int64(len(b)), name)
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
