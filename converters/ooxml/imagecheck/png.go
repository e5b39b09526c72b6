package imagecheck

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"slices"

	"lectern/converters/wire"
)

// The layout of a PNG (ISO/IEC 15948): a signature, then chunks of length, type, data and checksum.
const (
	pngSignatureSize   = 8
	pngChunkHeaderSize = 8
	pngChecksumSize    = 4
	pngIHDRSize        = 13 // bytes of the chunk IHDR
	pngMaxFilter       = 4
	pngPiece           = 1 << 20 // bytes of a row that are unpacked between checks of the deadline
)

// Errors of the rows of a PNG.
var (
	errLate   = errors.New("the time limit for pictures is reached")
	errFilter = errors.New("a filter that PNG does not define")
)

// pngBits are the bit depths that a PNG may have.
var pngBits = []int64{1, 2, 4, 8, 16}

// pngHead is the content of the chunk IHDR.
type pngHead struct {
	width, height, bitDepth int64
	color, interlaced       byte
}

// pngSamples is the number of samples per pixel by color type.
var pngSamples = map[byte]int64{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}

// checkPNG checks that a PNG has data for each row, without decoding pixels. Checksums, ancillary chunks and the end
// chunk may be wrong or missing, because the image is drawn nevertheless.
func checkPNG(c *Check, data []byte, complete bool) string {
	head, ok := readPNGHead(data)
	samples := pngSamples[head.color]
	switch {
	case !ok || samples == 0 || head.width <= 0 || head.height <= 0 || !slices.Contains(pngBits, head.bitDepth):
		return wire.PictureDamaged
	case head.width >= tooLarge || head.height >= tooLarge: // checked separately because the product may overflow
		return wire.PictureLarge
	case head.width*head.height*max(1, samples*head.bitDepth/8) >= tooLarge:
		return wire.PictureLarge
	case !complete:
		return c.Skip()
	}
	palette, packed := pngChunks(data)
	if head.color == 3 && !palette {
		return wire.PictureDamaged
	}
	return c.unpackPNG(packed, head.passes(samples))
}

// readPNGHead reads the first chunk.
func readPNGHead(data []byte) (head pngHead, ok bool) {
	const end = pngSignatureSize + pngChunkHeaderSize + pngIHDRSize
	if len(data) < end+pngChecksumSize || string(data[12:16]) != "IHDR" ||
		crc32.ChecksumIEEE(data[12:end]) != binary.BigEndian.Uint32(data[end:]) {
		return head, false
	}
	be := binary.BigEndian
	return pngHead{int64(be.Uint32(data[16:])), int64(be.Uint32(data[20:])), int64(data[24]), data[25], data[28]}, true
}

// pngChunks reports whether a PNG has a palette, and returns its compressed rows. If the file is truncated, some or all
// rows are missing.
func pngChunks(data []byte) (palette bool, packed []byte) {
	for rest := data[pngSignatureSize:]; len(rest) >= pngChunkHeaderSize; {
		size, kind := int(binary.BigEndian.Uint32(rest)), string(rest[4:8])
		content := rest[pngChunkHeaderSize:min(len(rest), pngChunkHeaderSize+size)]
		switch kind {
		case "PLTE":
			palette = true
		case "IDAT":
			packed = append(packed, content...)
		case "IEND":
			return palette, packed
		}
		rest = rest[min(len(rest), pngChunkHeaderSize+size+pngChecksumSize):]
	}
	return palette, packed
}

// pngPass is a pass of an interlaced image, or the whole image: the number of rows and the bytes per row without the
// filter byte.
type pngPass struct{ rows, stride int64 }

// passes returns the passes of an image: seven if it is interlaced, else one.
func (h pngHead) passes(samples int64) (passes []pngPass) {
	add := func(width, height int64) {
		if width > 0 && height > 0 {
			passes = append(passes, pngPass{height, (width*samples*h.bitDepth + 7) / 8})
		}
	}
	if h.interlaced == 0 {
		add(h.width, h.height)
		return passes
	}
	for _, p := range [][4]int64{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
		add((h.width-p[0]+p[2]-1)/p[2], (h.height-p[1]+p[3]-1)/p[3])
	}
	return passes
}

// unpackPNG decompresses all rows and returns the fault of the image.
func (c *Check) unpackPNG(packed []byte, passes []pngPass) string {
	rows, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return wire.PictureDamaged
	}
	for _, pass := range passes {
		for range pass.rows {
			if err := c.skipPNGRow(rows, pass.stride); errors.Is(err, errLate) {
				return c.Skip()
			} else if err != nil {
				return wire.PictureDamaged
			}
		}
	}
	if _, err := io.CopyN(io.Discard, rows, MaxBytes); errors.Is(err, zlib.ErrChecksum) {
		return wire.PictureDamaged
	}
	return ""
}

// skipPNGRow reads a row with its filter byte. It returns errLate when the deadline has passed.
func (c *Check) skipPNGRow(rows io.Reader, stride int64) error {
	var filter [1]byte
	if _, err := io.ReadFull(rows, filter[:]); err != nil {
		return err
	}
	if filter[0] > pngMaxFilter {
		return errFilter
	}
	for left := stride; left > 0; left -= pngPiece {
		if c.Late() {
			return errLate
		}
		if _, err := io.CopyN(io.Discard, rows, min(left, pngPiece)); err != nil {
			return err
		}
	}
	return nil
}
