package filetype

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"strings"
)

// This code reads the directory of a ZIP archive itself, because archive/zip keeps all entries in memory, even if there
// are very many. The layout is described in PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.14 to 4.3.16.
const (
	zipEndSize     = 22
	zipEndMagic    = "PK\x05\x06"
	zip64LocSize   = 20
	zip64LocMagic  = "PK\x06\x07"
	zip64EndSize   = 56
	zip64EndMagic  = "PK\x06\x06"
	zipEntrySize   = 46
	zipEntryMagic  = "PK\x01\x02"
	zipLocalSize   = 30
	zipLocalMagic  = "PK\x03\x04"
	zipCommentMax  = 1<<16 - 1
	zipDirChunk    = 64 << 10
	zipStored      = 0
	zipDeflated    = 8
	zipPartMaxSize = 4 << 20
)

var (
	errNoZipEnd = errors.New("no end record")
	errZip      = errors.New("broken archive")
)

// zipEntry is a file in an archive.
type zipEntry struct {
	name   string
	method uint16
	// packed is the compressed size, and length the declared uncompressed size, in bytes.
	packed, length int64
	// offset is the offset of the file's local header in the archive.
	offset int64
}

// zipDirectory is the position of an archive's directory.
type zipDirectory struct {
	offset, size int64
	// base is the number of bytes before the archive.
	base int64
}

// zipFind returns the entries of the named files in the archive's directory. Names are in lower case.
func zipFind(w *limitedReader, names ...string) (map[string]zipEntry, error) {
	dir, err := zipDir(w)
	if err != nil {
		return nil, err
	}
	found := make(map[string]zipEntry)
	r := io.NewSectionReader(w, dir.offset, dir.size)
	for len(found) < len(names) {
		e, err := zipNext(r)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		e.offset += dir.base
		key := strings.ToLower(e.name)
		for _, name := range names {
			if _, twice := found[name]; name == key && !twice {
				found[name] = e
			}
		}
	}
	return found, nil
}

// zipNext reads one entry of the directory. It returns io.EOF at the end.
func zipNext(r io.Reader) (zipEntry, error) {
	var fixed [zipEntrySize]byte
	if _, err := io.ReadFull(r, fixed[:]); err != nil {
		return zipEntry{}, err
	}
	if string(fixed[:4]) != zipEntryMagic {
		return zipEntry{}, errZip
	}
	le := binary.LittleEndian
	nameLen, extraLen, commentLen := le.Uint16(fixed[28:]), le.Uint16(fixed[30:]), le.Uint16(fixed[32:])
	rest := make([]byte, int(nameLen)+int(extraLen))
	if _, err := io.ReadFull(r, rest); err != nil {
		return zipEntry{}, errZip
	}
	if _, err := io.CopyN(io.Discard, r, int64(commentLen)); err != nil {
		return zipEntry{}, errZip
	}
	e := zipEntry{
		name:   string(rest[:nameLen]),
		method: le.Uint16(fixed[10:]),
		packed: int64(le.Uint32(fixed[20:])),
		length: int64(le.Uint32(fixed[24:])),
		offset: int64(le.Uint32(fixed[42:])),
	}
	e.widen(rest[nameLen:])
	return e, nil
}

// widen replaces values of the entry by the 64-bit values of the ZIP64 extra field. The extra field only contains the
// values whose 32-bit field is 0xffffffff, in this order: length, packed size, offset.
func (e *zipEntry) widen(extra []byte) {
	le := binary.LittleEndian
	for len(extra) >= 4 {
		id, size := le.Uint16(extra), int(le.Uint16(extra[2:]))
		extra = extra[4:]
		if size > len(extra) {
			return
		}
		field := extra[:size]
		extra = extra[size:]
		if id != 1 {
			continue
		}
		for _, v := range []*int64{&e.length, &e.packed, &e.offset} {
			if *v == 1<<32-1 && len(field) >= 8 {
				*v = int64(le.Uint64(field))
				field = field[8:]
			}
		}
	}
}

// zipDir finds the directory by the end record, which is the last record of the file.
func zipDir(w *limitedReader) (zipDirectory, error) {
	tailSize := int(min(w.size, zipEndSize+zipCommentMax))
	tail, err := w.readFull(w.size-int64(tailSize), tailSize)
	if err != nil {
		return zipDirectory{}, err
	}
	at := bytes.LastIndex(tail, []byte(zipEndMagic))
	if at < 0 || at+zipEndSize > len(tail) {
		return zipDirectory{}, errNoZipEnd
	}
	end := w.size - int64(tailSize) + int64(at)
	le := binary.LittleEndian
	dir := zipDirectory{size: int64(le.Uint32(tail[at+12:])), offset: int64(le.Uint32(tail[at+16:]))}
	if at >= zip64LocSize && string(tail[at-zip64LocSize:at-zip64LocSize+4]) == zip64LocMagic {
		if dir, end, err = zip64Dir(w, int64(le.Uint64(tail[at-zip64LocSize+8:]))); err != nil {
			return zipDirectory{}, err
		}
	}
	if dir.size < 0 || dir.offset < 0 || dir.size > end || dir.offset > end-dir.size {
		return zipDirectory{}, errZip
	}
	dir.base = end - dir.size - dir.offset
	dir.offset += dir.base
	return dir, nil
}

// zip64Dir reads the ZIP64 end record at an offset, and returns the position of the directory. The result end is the
// position of this record, where the directory ends.
func zip64Dir(w *limitedReader, offset int64) (dir zipDirectory, end int64, err error) {
	rec, err := w.readFull(offset, zip64EndSize)
	if err != nil {
		return dir, 0, err
	}
	if string(rec[:4]) != zip64EndMagic {
		return dir, 0, errZip
	}
	le := binary.LittleEndian
	dir.size, dir.offset = int64(le.Uint64(rec[40:])), int64(le.Uint64(rec[48:]))
	return dir, offset, nil
}

// open returns the entry's content, at most zipPartMaxSize bytes of it.
func (e zipEntry) open(w *limitedReader) (io.Reader, error) {
	local, err := w.readFull(e.offset, zipLocalSize)
	if err != nil {
		return nil, err
	}
	if string(local[:4]) != zipLocalMagic {
		return nil, errZip
	}
	le := binary.LittleEndian
	start := e.offset + zipLocalSize + int64(le.Uint16(local[26:])) + int64(le.Uint16(local[28:]))
	packed := io.NewSectionReader(w, start, max(e.packed, 0))
	switch e.method {
	case zipStored:
		return io.LimitReader(packed, zipPartMaxSize), nil
	case zipDeflated:
		return io.LimitReader(flate.NewReader(packed), zipPartMaxSize), nil
	}
	return nil, errZip
}
