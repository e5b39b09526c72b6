// Command unseen writes the font of last resort, which shows a box for every character. LibreOffice uses it for characters
// that no other font of the bundle contains (see fonts.conf). Its name in a PDF marks the text that is shown as boxes.
//
//	go run ./converters/libreoffice/unseen > converters/libreoffice/LecternUnseen.ttf
package main

import (
	"encoding/binary"
	"os"
	"slices"
	"unicode/utf16"
)

// The names of the font. A PDF contains the PostScript name, preceded by the tag of a subset.
const (
	family     = "Lectern Unseen"
	postScript = "LecternUnseen"
)

// Lengths in units of the font. An em has 1000 units.
const (
	em      = 1000
	advance = 700
	ascent  = 900
	descent = 200
)

// unmapped are the ranges of characters without a box, in ascending order: control characters, white space, characters
// that are never shown (Default_Ignorable_Code_Point of Unicode 15), and code points that are not characters.
var unmapped = [][2]uint32{
	{0x0, 0x20}, {0x7F, 0xA0}, {0xAD, 0xAD}, {0x34F, 0x34F}, {0x61C, 0x61C}, {0x115F, 0x1160}, {0x1680, 0x1680}, {0x17B4, 0x17B5},
	{0x180B, 0x180F}, {0x2000, 0x200F}, {0x2028, 0x202F}, {0x205F, 0x206F}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xD800, 0xDFFF},
	{0xFDD0, 0xFDEF}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFF}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
	{0xE0000, 0xE0FFF}, {0x10FFFE, 0x10FFFF},
}

func main() {
	if _, err := os.Stdout.Write(font()); err != nil {
		os.Exit(1)
	}
}

// table is a table of a font file (OpenType specification 1.9).
type table struct {
	tag  string
	data []byte
}

// font returns the font file. The checksum adjustment in the table head makes the sum of all words of the file a
// constant.
func font() []byte {
	tables := []table{
		{"OS/2", os2()}, {"cmap", cmap()}, {"glyf", slices.Concat(box(), box())}, {"head", head(0)}, {"hhea", hhea()},
		{"hmtx", pack(advance, 80, advance, 80)}, {"loca", pack(0, len(box())/2, len(box()))},
		{"maxp", pack(uint32(0x10000), 2, 8, 2, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)},
		{"name", names()}, {"post", pack(uint32(0x30000), uint32(0), -100, 50, uint32(0), uint32(0), uint32(0), uint32(0), uint32(0))},
	}
	at := slices.IndexFunc(tables, func(t table) bool { return t.tag == "head" })
	tables[at].data = head(0xB1B0AFBA - sum(assemble(tables)))
	return assemble(tables)
}

// assemble returns a font file with these tables. There must be ten tables, sorted by their tags.
func assemble(tables []table) []byte {
	directory := pack(uint32(0x10000), len(tables), 8*16, 3, (len(tables)-8)*16)
	var body []byte
	for _, t := range tables {
		directory = append(directory, t.tag...)
		directory = append(directory, pack(sum(t.data), uint32(12+16*len(tables)+len(body)), uint32(len(t.data)))...)
		body = append(append(body, t.data...), make([]byte, -len(t.data)&3)...)
	}
	return append(directory, body...)
}

// pack encodes each int in 2 bytes and each uint32 in 4 bytes, big-endian.
func pack(values ...any) (data []byte) {
	for _, value := range values {
		switch v := value.(type) {
		case int:
			data = binary.BigEndian.AppendUint16(data, uint16(v))
		case uint32:
			data = binary.BigEndian.AppendUint32(data, v)
		}
	}
	return data
}

// sum returns the sum of the data's 32-bit words. Zeros are added to an incomplete last word.
func sum(data []byte) (sum uint32) {
	data = append(slices.Clone(data), make([]byte, -len(data)&3)...)
	for ; len(data) > 0; data = data[4:] {
		sum += binary.BigEndian.Uint32(data)
	}
	return sum
}

func head(adjustment uint32) []byte {
	const created = 0xE0000000 // seconds since 1904
	return pack(uint32(0x10000), uint32(0x10000), adjustment, uint32(0x5F0F3CF5), 3, em, uint32(0), uint32(created), uint32(0),
		uint32(created),
		80, 0, advance-80, ascent-200, 0, 8, 2, 0, 0)
}

func hhea() []byte {
	return pack(uint32(0x10000), ascent, -descent, 0, advance, 80, 80, advance-80, 1, 0, 0, 0, 0, 0, 0, 0, 2)
}

// os2 returns the table OS/2. The last bits of the fields for character ranges mean that the font supports none of the
// ranges.
func os2() []byte {
	classes := pack(3, advance, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0)
	metrics := pack(64, 0xFFFE, 0xFFFE, ascent, -descent, 0, ascent, descent, uint32(1), uint32(0), 500, 700, 0, 0xFFFE, 0)
	return slices.Concat(classes, make([]byte, 10+16), []byte("LCTN"), metrics)
}

// box returns the glyph of a box: two rectangles, one within the other. All points are on the outline.
func box() []byte {
	const left, right, bottom, top, line = 80, advance - 80, 0, ascent - 200, 50
	ends := pack(2, left, bottom, right, top, 3, 7, 0)
	flags := []byte{1, 1, 1, 1, 1, 1, 1, 1}
	x := pack(left, 0, right-left, 0, left+line-right, right-left-2*line, 0, left-right+2*line)
	y := pack(bottom, top-bottom, 0, bottom-top, line, 0, top-bottom-2*line, 0)
	return slices.Concat(ends, flags, x, y)
}

// cmap returns the table cmap, which has two subtables. HarfBuzz reads the subtable of platform 0, encoding 6, which
// contains all characters. FreeType, and therefore fontconfig, reads the subtable of platform 3, which contains only
// one code point that is not a character. So fontconfig does not list a million characters, and never chooses this font
// for a character that another font contains.
func cmap() []byte {
	const first = 4 + 2*8
	groups := groups()
	all := pack(13, 0, uint32(16+len(groups)), uint32(0), uint32(len(groups)/12))
	all = append(all, groups...)
	one := pack(4, 32, 0, 4, 4, 1, 0, 0xFFFE, 0xFFFF, 0, 0xFFFE, 0xFFFF, 3, 1, 0, 0)
	return slices.Concat(pack(0, 2, 0, 6, uint32(first), 3, 1, uint32(first+len(all))), all, one)
}

// groups returns the cmap groups for the characters between the gaps. Each character is mapped to glyph 1.
func groups() (data []byte) {
	next := uint32(0)
	for _, gap := range unmapped {
		if gap[0] > next {
			data = append(data, pack(next, gap[0]-1, uint32(1))...)
		}
		next = gap[1] + 1
	}
	return data
}

// names returns the table name with the family, style, unique id, full name, version and PostScript name, for Windows.
func names() []byte {
	values := []string{1: family, 2: "Regular", 3: family, 4: family, 5: "Version 1.0", 6: postScript}
	records := pack(0, len(values)-1, 6+12*(len(values)-1))
	var texts []byte
	for id, value := range values[1:] {
		text := pack()
		for _, unit := range utf16.Encode([]rune(value)) {
			text = append(text, pack(int(unit))...)
		}
		records = append(records, pack(3, 1, 0x409, id+1, len(text), len(texts))...)
		texts = append(texts, text...)
	}
	return append(records, texts...)
}
