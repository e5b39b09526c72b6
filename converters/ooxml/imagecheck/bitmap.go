package imagecheck

import (
	"bytes"
	"encoding/binary"
	"slices"

	"golang.org/x/image/webp"

	"lectern/converters/wire"
)

// The sizes of the headers of a bitmap: the file header, and the bitmap header, whose first field is its size.
const (
	bmpFileHeaderSize = 14
	bmpOldHeaderSize  = 12 // the bitmap header of OS/2
	bmpHeaderSize     = 40
)

// checkBMP checks that the header of a bitmap is valid, and that an uncompressed bitmap has data for all rows.
func checkBMP(c *Check, data []byte, complete bool) string {
	if len(data) < bmpFileHeaderSize+bmpOldHeaderSize {
		return wire.PictureDamaged
	}
	bitmap, ok := readBitmap(data[bmpFileHeaderSize:])
	switch pixels := bitmap.width * max(bitmap.height, -bitmap.height); {
	case !ok || pixels <= 0:
		return wire.PictureDamaged
	case pixels*3 >= tooLarge:
		return wire.PictureLarge
	case !complete:
		return c.Skip()
	}
	at := int64(binary.LittleEndian.Uint32(data[10:]))
	if at == 0 {
		at = bmpFileHeaderSize + bitmap.headerSize
	}
	if at+bitmap.size() > int64(len(data)) {
		return wire.PictureDamaged
	}
	return ""
}

// bitmap is the content of a bitmap header.
type bitmap struct {
	headerSize, width, height, bitsPerPixel, compression int64
}

func readBitmap(data []byte) (b bitmap, ok bool) {
	le := binary.LittleEndian
	b.headerSize = int64(le.Uint32(data))
	switch {
	case b.headerSize == bmpOldHeaderSize:
		b.width, b.height, b.bitsPerPixel = int64(le.Uint16(data[4:])), int64(le.Uint16(data[6:])), int64(le.Uint16(data[10:]))
	case b.headerSize < 16 || b.headerSize > 124 || int64(len(data)) < min(b.headerSize, bmpHeaderSize):
		return b, false
	default:
		b.width, b.height, b.bitsPerPixel = int64(int32(le.Uint32(data[4:]))), int64(int32(le.Uint32(data[8:]))), int64(le.Uint16(data[14:]))
	}
	if b.headerSize >= 20 {
		b.compression = int64(le.Uint32(data[16:]))
	}
	return b, slices.Contains([]int64{1, 4, 8, 16, 24, 32}, b.bitsPerPixel) && b.compression <= 6
}

// size returns the minimum size of the rows in bytes.
func (b bitmap) size() int64 {
	if b.compression == 0 || b.compression == 3 || b.compression == 6 {
		return (b.width*b.bitsPerPixel + 31) / 32 * 4 * max(b.height, -b.height)
	}
	return 1
}

// CheckDIB checks a bitmap without a file header.
func CheckDIB(c *Check, data []byte, complete bool) string {
	return checkBMP(c, slices.Concat([]byte("BM"), make([]byte, bmpFileHeaderSize-2), data), complete)
}

// checkWebP decodes a WebP image unless it is animated.
func checkWebP(c *Check, data []byte, complete bool) string {
	const flagsAt, animated = 20, 2
	if len(data) > flagsAt && string(data[12:16]) == "VP8X" && data[flagsAt]&animated != 0 {
		return c.Skip()
	}
	if complete && (len(data) < bmpFileHeaderSize || int64(binary.LittleEndian.Uint32(data[4:]))+8 > int64(len(data))) {
		return wire.PictureDamaged
	}
	return c.checkByDecoding(&format{config: webp.DecodeConfig, decode: webp.Decode}, data, complete)
}

// checkEMF checks the sequence of records of an enhanced metafile (MS-EMF 2.3).
func checkEMF(c *Check, data []byte, complete bool) string {
	const sizeAt, recordHead, end = 48, 8, 14
	le := binary.LittleEndian
	if len(data) < sizeAt+4 || complete && int64(le.Uint32(data[sizeAt:])) > int64(len(data)) {
		return wire.PictureDamaged
	}
	for rest := data; len(rest) > 0; {
		if len(rest) < recordHead {
			return c.endsEarly(complete)
		}
		kind, size := le.Uint32(rest), int64(le.Uint32(rest[4:]))
		switch {
		case size < recordHead || size%4 != 0:
			return wire.PictureDamaged
		case size > int64(len(rest)):
			return c.endsEarly(complete)
		case kind == end:
			return ""
		}
		rest = rest[size:]
	}
	return ""
}

// endsEarly returns the fault of an image whose data ends early. The image is damaged if complete is true, else
// unchecked.
func (c *Check) endsEarly(complete bool) string {
	if complete {
		return wire.PictureDamaged
	}
	return c.Skip()
}

// checkWMF returns a function that checks a Windows metafile whose header begins at an offset. It checks that the file
// is as long as the header declares, and that the sequence of records is valid (MS-WMF 2.3).
func checkWMF(head int) func(*Check, []byte, bool) string {
	return func(c *Check, data []byte, complete bool) string {
		const headSize, sizeAt, recordHead = 18, 6, 6
		le := binary.LittleEndian
		if len(data) < head+headSize || complete && int64(head)+2*int64(le.Uint32(data[head+sizeAt:])) > int64(len(data)) {
			return wire.PictureDamaged
		}
		for rest := data[head+headSize:]; len(rest) >= recordHead; {
			size := 2 * int64(le.Uint32(rest))
			switch {
			case size < recordHead:
				return wire.PictureDamaged
			case le.Uint16(rest[4:]) == 0:
				return ""
			case size > int64(len(rest)):
				return c.endsEarly(complete)
			}
			rest = rest[size:]
		}
		return ""
	}
}

// CheckDDB checks that a device-dependent bitmap has data for all rows.
func CheckDDB(c *Check, data []byte, stride, rows int) string {
	if len(bytes.TrimSpace(data)) == 0 || int64(stride)*int64(rows) > int64(len(data)) {
		return wire.PictureDamaged
	}
	return c.Skip()
}
