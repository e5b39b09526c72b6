package filetype

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"testing"
	"unicode/utf16"
)

// file is one file of an archive that a test builds.
type file struct{ name, content string }

// archive builds a ZIP of the files.
func archive(t testing.TB, files ...file) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, f := range files {
		part, err := w.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Deflate})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(f.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// ooxml builds a package whose main part has the given content type.
func ooxml(t testing.TB, contentType string) []byte {
	t.Helper()
	return archive(t,
		file{"[Content_Types].xml", `<?xml version="1.0" encoding="UTF-8"?>
			<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
			<Default Extension="xml" ContentType="application/xml"/>
			<Override PartName="/main/document.xml" ContentType="` + contentType + `"/></Types>`},
		file{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
			<Relationship Id="r1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="main/document.xml"/>
			</Relationships>`},
		file{"main/document.xml", "<document/>"})
}

// stream is one stream in the root of a compound file that a test builds.
type stream struct {
	name    string
	content []byte
}

// compound builds an OLE compound file of version 3 with at most three streams. Sector 0 is the allocation table,
// sector 1 the directory, and sector 2 the allocation table of the mini stream. The mini stream starts at sector 3. The
// streams of at least 4,096 bytes follow the mini stream.
func compound(streams ...stream) []byte {
	const sector, end, fatMark, free = 512, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
	le := binary.LittleEndian
	fat := []uint32{fatMark, end, end}
	var mini, big []byte
	var miniFAT []uint32
	entries := [][]byte{nil}
	chain := func(table []uint32, n int) []uint32 {
		for i := range n {
			next := uint32(len(table) + 1)
			if i == n-1 {
				next = end
			}
			table = append(table, next)
		}
		return table
	}
	pad := func(b []byte, unit int) []byte { return append(b, make([]byte, (unit-len(b)%unit)%unit)...) }
	for _, s := range streams {
		if len(s.content) < oleMiniCutoff {
			entries = append(entries, oleDirEntry(s.name, 2, uint32(len(miniFAT)), len(s.content)))
			padded := pad(bytes.Clone(s.content), oleMiniSector)
			miniFAT = chain(miniFAT, len(padded)/oleMiniSector)
			mini = append(mini, padded...)
		}
	}
	miniSize := len(mini)
	mini = pad(mini, sector)
	rootStart := uint32(end)
	if len(mini) > 0 {
		rootStart = uint32(len(fat))
		fat = chain(fat, len(mini)/sector)
	}
	for _, s := range streams {
		if len(s.content) >= oleMiniCutoff {
			entries = append(entries, oleDirEntry(s.name, 2, uint32(len(fat)), len(s.content)))
			padded := pad(bytes.Clone(s.content), sector)
			fat = chain(fat, len(padded)/sector)
			big = append(big, padded...)
		}
	}
	entries[0] = oleDirEntry("Root Entry", 5, rootStart, miniSize)
	if len(entries) > 1 {
		le.PutUint32(entries[0][76:], 1)
	}
	for i := 1; i+1 < len(entries); i++ {
		le.PutUint32(entries[i][72:], uint32(i+1))
	}
	header := make([]byte, sector)
	copy(header, oleMagic)
	le.PutUint16(header[24:], 0x3E)
	le.PutUint16(header[26:], 3)
	le.PutUint16(header[28:], 0xFFFE)
	le.PutUint16(header[30:], 9)
	le.PutUint16(header[32:], 6)
	le.PutUint32(header[44:], 1)
	le.PutUint32(header[48:], 1)
	le.PutUint32(header[56:], oleMiniCutoff)
	le.PutUint32(header[60:], 2)
	le.PutUint32(header[64:], 1)
	le.PutUint32(header[68:], end)
	for i := 1; i < oleHeadFATs; i++ {
		le.PutUint32(header[76+4*i:], free)
	}
	out := append(header, oleTable(fat)...)
	out = append(out, pad(bytes.Join(entries, nil), sector)...)
	out = append(out, oleTable(miniFAT)...)
	return append(append(out, mini...), big...)
}

func oleTable(numbers []uint32) []byte {
	b := bytes.Repeat([]byte{0xFF}, 512)
	for i, n := range numbers {
		binary.LittleEndian.PutUint32(b[4*i:], n)
	}
	return b
}

func oleDirEntry(name string, kind byte, start uint32, size int) []byte {
	b := make([]byte, oleEntrySize)
	le := binary.LittleEndian
	units := utf16.Encode([]rune(name))
	for i, u := range units {
		le.PutUint16(b[2*i:], u)
	}
	le.PutUint16(b[64:], uint16(2*len(units)+2))
	b[66] = kind
	for _, at := range []int{68, 72, 76} {
		le.PutUint32(b[at:], 0xFFFFFFFF)
	}
	le.PutUint32(b[116:], start)
	le.PutUint32(b[120:], uint32(size))
	return b
}

// fib returns the file information block (FIB), which is the beginning of the main stream of a Word document.
func fib(magic, flags uint16, size int) []byte {
	b := make([]byte, size)
	binary.LittleEndian.PutUint16(b, magic)
	binary.LittleEndian.PutUint16(b[10:], flags)
	return b
}

// currentUser returns the Current User stream of a presentation, with the given token. The token shows whether the
// presentation is encrypted.
func currentUser(token uint32) []byte {
	b := make([]byte, 40)
	binary.LittleEndian.PutUint32(b[12:], token)
	return b
}

// record returns one record of a workbook in Excel's binary format (BIFF).
func record(id uint16, content ...byte) []byte {
	b := binary.LittleEndian.AppendUint16(nil, id)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(content)))
	return append(b, content...)
}
