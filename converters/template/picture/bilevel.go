package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"sync"
)

// deflaters are kept, as a new one takes longer than what it has to do.
var deflaters = sync.Pool{New: func() any {
	w, _ := zlib.NewWriterLevel(nil, zlib.BestSpeed) // a level that there is
	return w
}}

// Bilevel gives a PNG in black and white (third edition, 11), of rows that are each drawn so many
// times. A bit of a row is a pixel, 1 is white.
func Bilevel(rows [][]byte, times int) []byte {
	header := binary.BigEndian.AppendUint32(nil, uint32(8*len(rows[0])))
	header = binary.BigEndian.AppendUint32(header, uint32(len(rows)*times))
	header = append(header, 1, 0, 0, 0, 0) // a bit for each pixel, grey
	png := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", header)...)
	png = append(png, chunk("IDAT", deflated(rows, times))...)
	return append(png, chunk("IEND", nil)...)
}

// deflated gives the rows, each without a filter, as PNG has them.
func deflated(rows [][]byte, times int) []byte {
	var out bytes.Buffer
	w := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(w)
	w.Reset(&out)
	for _, row := range rows {
		line := append([]byte{0}, row...)
		for range times {
			w.Write(line) // a buffer takes everything
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
