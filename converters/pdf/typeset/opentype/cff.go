package opentype

import "encoding/binary"

// Operators of dictionaries (TN 5176, tables 9 and 23). Operators from 0x0C00 have two bytes.
const (
	opCharset      = 15
	opCharStrings  = 17
	opPrivate      = 18
	opDefaultWidth = 20
	opFontMatrix   = 0x0C07
)

// cff returns the table CFF, which contains the outlines. The glyph names in it have no meaning.
func (f *Font) cff() []byte {
	charset := f.charset()
	charStrings := appendIndex(nil, len(f.Glyphs), func(out []byte, i int) []byte {
		return appendCharString(out, &f.Glyphs[i])
	})
	private := appendOperator(appendInteger(nil, 0), opDefaultWidth)
	head := []byte{1, 0, 4, 2}
	head = appendIndex(head, 1, func(out []byte, _ int) []byte { return append(out, 'F') })
	// Offsets in the dictionary have a fixed length, so its length does not depend on their values.
	length := len(f.topDict(0, 0, 0, 0))
	at := len(head) + 2 + 1 + 2 + length + len(noStrings) + len(noSubroutines)
	head = appendIndex(head, 1, func(out []byte, _ int) []byte {
		return append(out, f.topDict(at, at+len(charset), at+len(charset)+len(charStrings), len(private))...)
	})
	head = append(head, noStrings...)
	head = append(head, noSubroutines...)
	head = append(head, charset...)
	head = append(head, charStrings...)
	return append(head, private...)
}

// Empty CFF indexes.
const noStrings, noSubroutines = "\x00\x00", "\x00\x00"

// topDict returns the Top DICT. The arguments are the offsets of the other parts, and the length of the Private DICT.
func (f *Font) topDict(charset, charStrings, private, privateLength int) (out []byte) {
	if f.UnitsPerEm != 1000 {
		scale := appendReal(nil, f.UnitsPerEm)
		out = append(out, scale...)
		out = appendInteger(appendInteger(out, 0), 0)
		out = append(out, scale...)
		out = appendInteger(appendInteger(out, 0), 0)
		out = appendOperator(out, opFontMatrix)
	}
	out = appendOperator(appendOffset(out, charset), opCharset)
	out = appendOperator(appendOffset(out, charStrings), opCharStrings)
	return appendOperator(appendOffset(appendOffset(out, privateLength), private), opPrivate)
}

// charset returns the names of the glyphs, which CFF requires: consecutive string ids from 1.
func (f *Font) charset() []byte {
	if len(f.Glyphs) < 2 {
		return []byte{0}
	}
	return be16([]byte{2}, 1, len(f.Glyphs)-2)
}

// appendIndex appends a CFF index of n entries. The function entry appends the data of the entry with the index i.
func appendIndex(out []byte, n int, entry func(out []byte, i int) []byte) []byte {
	out = append(be16(out, n), 0)
	size := len(out) - 1
	var data []byte
	ends := make([]int, 0, n+1)
	ends = append(ends, 1)
	for i := range n {
		data = entry(data, i)
		ends = append(ends, 1+len(data))
	}
	out[size] = byte(offsetSize(1 + len(data)))
	for _, end := range ends {
		var all [4]byte
		binary.BigEndian.PutUint32(all[:], uint32(end))
		out = append(out, all[4-out[size]:]...)
	}
	return append(out, data...)
}

// offsetSize returns the number of bytes for an offset: 1, 2 or 4.
func offsetSize(offset int) int {
	switch {
	case offset < 1<<8:
		return 1
	case offset < 1<<16:
		return 2
	}
	return 4
}

func appendOperator(out []byte, op int) []byte {
	if op > 0xFF {
		out = append(out, byte(op>>8))
	}
	return append(out, byte(op))
}

// appendOffset appends an integer in its five-byte form.
func appendOffset(out []byte, v int) []byte {
	return binary.BigEndian.AppendUint32(append(out, 29), uint32(v))
}

// appendInteger appends a 16-bit integer in the encoding that dictionaries and charstrings share.
func appendInteger(out []byte, v int) []byte {
	switch {
	case -107 <= v && v <= 107:
		return append(out, byte(v+139))
	case 108 <= v && v <= 1131:
		return append(out, byte((v-108)>>8+247), byte(v-108))
	case -1131 <= v && v <= -108:
		return append(out, byte((-v-108)>>8+251), byte(-v-108))
	}
	return be16(append(out, 28), v)
}

// appendReal appends 1/n as a real number. Each decimal digit is a nibble; nibble 10 is the decimal point and nibble 15
// the end.
func appendReal(out []byte, n int) []byte {
	nibbles := []byte{10}
	for rest := 1; rest > 0 && len(nibbles) < 12; {
		rest *= 10
		nibbles = append(nibbles, byte(rest/n))
		rest %= n
	}
	nibbles = append(nibbles, 15)
	if len(nibbles)%2 != 0 {
		nibbles = append(nibbles, 15)
	}
	out = append(out, 30)
	for i := 0; i < len(nibbles); i += 2 {
		out = append(out, nibbles[i]<<4|nibbles[i+1])
	}
	return out
}
