package opentype

import (
	"bytes"
	"slices"

	"github.com/andybalholm/brotli"
)

// knownTags are the numbers that stand for the tags of tables (WOFF 2.0, 4.1).
var knownTags = map[string]byte{
	"cmap": 0, "head": 1, "hhea": 2, "hmtx": 3, "maxp": 4, "name": 5, "OS/2": 6, "post": 7, "CFF ": 13, "GPOS": 27,
}

const (
	woffHeader  = 48
	sfntHeader  = 12
	sfntEntry   = 16
	flavourOTTO = 0x4F54544F
	signature   = 0x774F4632
)

// WOFF2 returns the font file. quality is the compression level of Brotli, from 0 to 11.
func (f *Font) WOFF2(quality int) []byte {
	tables := f.tables()
	var directory, all []byte
	size := sfntHeader + sfntEntry*len(tables)
	for _, t := range tables {
		directory = appendBase128(append(directory, knownTags[t.tag]), len(t.data))
		all = append(all, t.data...)
		size += (len(t.data) + 3) &^ 3
	}
	packed := pack(all, quality)
	length := woffHeader + len(directory) + len(packed)
	padding := -length & 3
	out := be32(nil, signature, flavourOTTO, uint32(length+padding))
	out = be16(out, len(tables), 0)
	out = be32(out, uint32(size), uint32(len(packed)))
	out = be32(be16(out, 1, 0), 0, 0, 0, 0, 0) // font version 1.0; no metadata, no private data
	return slices.Concat(out, directory, packed, make([]byte, padding))
}

// pack compresses data with Brotli.
func pack(data []byte, quality int) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: quality, LGWin: 16})
	_, _ = w.Write(data) // writing to a bytes.Buffer does not fail
	_ = w.Close()
	return out.Bytes()
}

// appendBase128 appends a number with seven bits per byte, the most significant first (WOFF 2.0, 4.2, UIntBase128).
func appendBase128(out []byte, v int) []byte {
	var all [5]byte
	at := len(all) - 1
	for all[at] = byte(v & 0x7F); v > 0x7F; {
		v >>= 7
		at--
		all[at] = byte(v&0x7F) | 0x80
	}
	return append(out, all[at:]...)
}
