package fonts

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"unicode/utf16"
)

// face is one face of a font file.
type face struct {
	path  string
	index int // in a font collection
	// Names in the font file; each may be empty.
	postScript, full, family string
	bold, italic             bool
}

// Limits of a font file.
const (
	maxFaces  = 64
	maxTables = 512
	maxNames  = 256 << 10
)

var errNoFont = errors.New("it is not a TrueType or OpenType font")

// readFaces reads the names and styles of the faces of a TrueType or OpenType font, or a collection of them (ISO/IEC
// 14496-22).
func readFaces(file io.ReaderAt) ([]face, error) {
	head, err := readAt(file, 0, 12)
	if err != nil {
		return nil, err
	}
	if string(head[:4]) != "ttcf" {
		one, err := readFace(file, 0, 0)
		return []face{one}, err
	}
	count := int64(min(binary.BigEndian.Uint32(head[8:]), maxFaces))
	offsets, err := readAt(file, 12, 4*count)
	if err != nil {
		return nil, err
	}
	var faces []face
	for i := range int(count) {
		one, err := readFace(file, int64(binary.BigEndian.Uint32(offsets[4*i:])), i)
		if err != nil {
			return nil, err
		}
		faces = append(faces, one)
	}
	return faces, nil
}

func readFace(file io.ReaderAt, at int64, index int) (face, error) {
	head, err := readAt(file, at, 12)
	if err != nil {
		return face{}, err
	}
	switch string(head[:4]) {
	case "\x00\x01\x00\x00", "OTTO", "true":
	default:
		return face{}, errNoFont
	}
	count := int64(min(binary.BigEndian.Uint16(head[4:]), maxTables))
	tables, err := readAt(file, at+12, 16*count)
	if err != nil {
		return face{}, err
	}
	f := face{index: index}
	for ; len(tables) > 0; tables = tables[16:] {
		offset, size := int64(binary.BigEndian.Uint32(tables[8:])), int64(binary.BigEndian.Uint32(tables[12:]))
		switch string(tables[:4]) {
		case "name":
			err = f.readNames(file, offset, min(size, maxNames))
		case "head":
			err = f.readStyle(file, offset)
		}
		if err != nil {
			return face{}, err
		}
	}
	return f, nil
}

// readStyle reads the field macStyle of the table head.
func (f *face) readStyle(file io.ReaderAt, at int64) error {
	style, err := readAt(file, at+44, 2)
	if err != nil {
		return err
	}
	f.bold, f.italic = style[1]&1 != 0, style[1]&2 != 0
	return nil
}

// Ids of names in the table name.
const (
	familyName     = 1
	fullName       = 4
	postScriptName = 6
)

func (f *face) readNames(file io.ReaderAt, at, size int64) error {
	table, err := readAt(file, at, size)
	if err != nil || len(table) < 6 {
		return err
	}
	count, texts := int(binary.BigEndian.Uint16(table[2:])), int(binary.BigEndian.Uint16(table[4:]))
	for i := range count {
		if 6+12*(i+1) > len(table) {
			break
		}
		record := table[6+12*i:]
		start := texts + int(binary.BigEndian.Uint16(record[10:]))
		end := start + int(binary.BigEndian.Uint16(record[8:]))
		if end > len(table) {
			continue
		}
		f.setName(int(binary.BigEndian.Uint16(record[6:])), nameText(record, table[start:end]), isEnglish(record))
	}
	return nil
}

// isEnglish reports whether a name record is US English, for Windows or Macintosh.
func isEnglish(record []byte) bool {
	platform, language := binary.BigEndian.Uint16(record), binary.BigEndian.Uint16(record[4:])
	return platform == 3 && language == 0x409 || platform == 1 && language == 0
}

func (f *face) setName(id int, text string, english bool) {
	into := map[int]*string{familyName: &f.family, fullName: &f.full, postScriptName: &f.postScript}[id]
	if into != nil && (*into == "" || english) {
		*into = text
	}
}

// nameText decodes a name: UTF-16 for the platforms Unicode and Windows, ASCII for others.
func nameText(record, text []byte) string {
	if platform := binary.BigEndian.Uint16(record); platform != 0 && platform != 3 {
		return strings.ToValidUTF8(string(text), "")
	}
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = binary.BigEndian.Uint16(text[2*i:])
	}
	return string(utf16.Decode(units))
}

func readAt(file io.ReaderAt, at, size int64) ([]byte, error) {
	data := make([]byte, size)
	if n, err := file.ReadAt(data, at); n < len(data) {
		return nil, err
	}
	return data, nil
}
