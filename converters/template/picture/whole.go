package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"

	"golang.org/x/image/tiff"
)

// maxDecodedPixels is the maximal number of pixels of a picture that is decoded in order to check it. A pixel can take
// 8 bytes, so a decoded picture can take 128 MB.
const maxDecodedPixels = 16_000_000

// isWhole reports whether a picture file is complete. For PNG and JPEG, it only checks the structure of the file, which
// is fast. It decodes files in other formats, unless they are too large.
func isWhole(content []byte, form string, pixels int) bool {
	switch {
	case form == "png":
		return isWholePNG(content)
	case form == "jpeg":
		return isWholeJPEG(content)
	case pixels > maxDecodedPixels:
		return true
	}
	_, _, err := image.Decode(bytes.NewReader(content))
	var other tiff.UnsupportedError // the application that opens the document may support the variant
	return err == nil || errors.As(err, &other)
}

// isWholePNG checks the chunks (PNG, third edition, 5.3) and the checksums of critical chunks.
func isWholePNG(content []byte) bool {
	const chunkOverhead = 12 // size of the length, the name and the checksum, in bytes
	data := false
	for rest := content[8:]; len(rest) >= chunkOverhead; {
		size := int64(binary.BigEndian.Uint32(rest))
		if size > int64(len(rest)-chunkOverhead) {
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
		rest = rest[chunkOverhead+size:]
	}
	return false
}

// isWholeJPEG checks the segments before the image data and whether an end marker follows (ITU-T T.81, B.1). A
// thumbnail in one of these segments has its own end marker, which does not count.
func isWholeJPEG(content []byte) bool {
	const scan, end = 0xda, 0xd9
	for rest := content[2:]; ; {
		rest = rest[max(bytes.IndexByte(rest, 0xff), 0):] // skips stray bytes, as other readers do
		if len(rest) < 4 {
			return false
		}
		size := 2 + int(binary.BigEndian.Uint16(rest[2:]))
		switch marker := rest[1]; {
		case marker == 0xff: // a fill byte
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
