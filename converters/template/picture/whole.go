package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"

	"golang.org/x/image/tiff"
)

// mostDecoded is the number of pixels up to which a picture is decoded to check it; a pixel can take 8 bytes.
const mostDecoded = 16_000_000

// isWhole reports whether a picture is complete. PNG and JPEG are checked by their structure, which is fast. Other
// formats are decoded, unless they are too large.
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
	var other tiff.UnsupportedError // the program that opens the document may support it
	return err == nil || errors.As(err, &other)
}

// isWholePNG checks the chunks (PNG, third edition, 5.3), and the checksums of those that are necessary.
func isWholePNG(content []byte) bool {
	const around = 12 // bytes of the length, the name and the checksum
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

// isWholeJPEG checks the segments before the data, one of which may contain a thumbnail, and the end of the file (ITU-T
// T.81, B.1).
func isWholeJPEG(content []byte) bool {
	const scan, end = 0xda, 0xd9
	for rest := content[2:]; ; {
		rest = rest[max(bytes.IndexByte(rest, 0xff), 0):] // like other readers, skip bytes that are no marker
		if len(rest) < 4 {
			return false
		}
		size := 2 + int(binary.BigEndian.Uint16(rest[2:]))
		switch marker := rest[1]; {
		case marker == 0xff: // fill byte
			size = 1
		case rest[0] != 0xff, marker <= 1, marker >= 0xd0 && marker <= 0xd8: // no marker, or a marker without a length
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
