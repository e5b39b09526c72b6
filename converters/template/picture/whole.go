package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
)

// isWhole says whether a picture of a form goes to its end. Of the usual forms it looks at the parts that
// they have, which is quick; others are read.
func isWhole(content []byte, form string) bool {
	switch form {
	case "png":
		return isWholePNG(content)
	case "jpeg":
		return isWholeJPEG(content)
	}
	_, _, err := image.Decode(bytes.NewReader(content))
	return err == nil
}

// isWholePNG looks at the chunks (PNG, third edition, 5.3): those that a picture cannot do without are as
// their sums say.
func isWholePNG(content []byte) bool {
	const around = 12 // the length, the name and the sum
	data := false
	for rest := content[8:]; len(rest) >= around; {
		size := int64(binary.BigEndian.Uint32(rest))
		if size > int64(len(rest)-around) {
			return false
		}
		name, sum := string(rest[4:8]), binary.BigEndian.Uint32(rest[8+size:])
		if critical := name[0]&0x20 == 0; critical && sum != crc32.ChecksumIEEE(rest[4:8+size]) {
			return false
		}
		switch name {
		case "IDAT":
			data = true
		case "IEND":
			return data
		}
		rest = rest[around+size:]
	}
	return false
}

// isWholeJPEG looks at the segments before the data, of which one may have a small picture in it, and for
// the end behind them (ITU-T T.81, B.1).
func isWholeJPEG(content []byte) bool {
	const scan = 0xda
	for rest := content[2:]; len(rest) >= 4 && rest[0] == 0xff; {
		size := 2 + int(binary.BigEndian.Uint16(rest[2:]))
		switch {
		case rest[1] == 0xff: // filling
			size = 1
		case rest[1] == scan:
			return bytes.Contains(rest, []byte{0xff, 0xd9})
		}
		if size > len(rest) {
			return false
		}
		rest = rest[size:]
	}
	return false
}
