package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"

	"golang.org/x/image/tiff"
)

// mostDecoded is up to how many pixels a picture is decoded to see whether it is whole: each may take 8 bytes.
const mostDecoded = 16_000_000

// isWhole says whether a picture of a form goes to its end. Of the usual forms it looks at the parts that
// they have, which is quick; others are decoded, where they are not too large for that.
func isWhole(content []byte, form string, pixels int) bool {
	switch {
	case form == "png":
		return isWholePNG(content)
	case form == "jpeg":
		return isWholeJPEG(content)
	case pixels > mostDecoded:
		return true
	}
	_, _, err := image.Decode(bytes.NewReader(content))
	var other tiff.UnsupportedError // which the programs that show the document may know
	return err == nil || errors.As(err, &other)
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
	const scan, end = 0xda, 0xd9
	for rest := content[2:]; ; {
		rest = rest[max(bytes.IndexByte(rest, 0xff), 0):] // as readers do, past what is no marker
		if len(rest) < 4 {
			return false
		}
		size := 2 + int(binary.BigEndian.Uint16(rest[2:]))
		switch marker := rest[1]; {
		case marker == 0xff: // filling
			size = 1
		case rest[0] != 0xff, marker <= 1, marker >= 0xd0 && marker <= 0xd8: // no marker, or one without a length
			size = 2
		case marker == scan:
			return bytes.Contains(rest, []byte{0xff, end})
		}
		if size > len(rest) {
			return false
		}
		rest = rest[size:]
	}
}
