package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"sync"
)

// deflaters are reused, because creating one takes longer than compressing a picture with it.
var deflaters = sync.Pool{New: func() any {
	w, _ := zlib.NewWriterLevel(nil, zlib.BestSpeed) // the level is valid
	return w
}}

// BilevelPNG returns a black-and-white picture as PNG (third edition, 11). Each bit of a row is a pixel, with 1 for
// white. Each row is repeated the given number of times.
func BilevelPNG(rows [][]byte, times int) []byte {
	header := binary.BigEndian.AppendUint32(nil, uint32(8*len(rows[0])))
	header = binary.BigEndian.AppendUint32(header, uint32(len(rows)*times))
	header = append(header, 1, 0, 0, 0, 0) // one bit for each pixel, greyscale
	png := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", header)...)
	png = append(png, chunk("IDAT", deflateRows(rows, times))...)
	return append(png, chunk("IEND", nil)...)
}

// deflateRows returns the compressed rows. Each row has filter type 0 (none).
func deflateRows(rows [][]byte, times int) []byte {
	var out bytes.Buffer
	w := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(w)
	w.Reset(&out)
	for _, row := range rows {
		line := append([]byte{0}, row...)
		for range times {
			w.Write(line) // writing to a buffer cannot fail
		}
	}
	w.Close()
	return out.Bytes()
}

func chunk(name string, data []byte) []byte {
	out := append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), name...)
	out = append(out, data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}
