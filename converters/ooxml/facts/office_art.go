package facts

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"lectern/converters/ooxml/imagecheck"
	"lectern/converters/wire"
)

// The records of drawings in the binary formats (MS-ODRAW 2.2).
const (
	artContainer    = 0xF // the version of a record that holds others
	artAll          = 0xF000
	artStore        = 0xF001
	artEntry        = 0xF007
	artEntrySize    = 36
	artFirst        = 0xF01A
	artLast         = 0xF02A
	artPICT         = 0xF01C // the last metafile, that of the Macintosh
	artBitmap       = 0xF01F // has no head of a file
	artHead         = 8
	artNumberSize   = 16 // of a picture's number, of which there are one or two
	artTagSize      = 1  // behind the numbers
	artMetafileHead = 34 // in its place with metafiles; the last byte but one tells whether they are packed
	maxArt          = 64 << 20

	// The places within an entry: how many bytes its picture has, how often that is used, where it lies in another stream,
	// and how long its name is.
	artBytes    = 20
	artUses     = 24
	artPlace    = 28
	artNameSize = 33
	artNowhere  = 0xFFFFFFFF
)

// artRecord is the head of a record of drawings.
type artRecord struct {
	version, instance, kind uint16
	size                    int64
}

func readArtRecord(head []byte) artRecord {
	le := binary.LittleEndian
	first := le.Uint16(head)
	return artRecord{version: first & 0xF, instance: first >> 4, kind: le.Uint16(head[2:]), size: int64(le.Uint32(head[4:]))}
}

func (r artRecord) isPicture() bool { return r.kind >= artFirst && r.kind <= artLast }

// ofArt looks at the pictures among the records of drawings.
func (f *binaryReader) ofArt(stream *bufio.Reader) error {
	var head [artHead]byte
	for {
		if _, err := io.ReadFull(stream, head[:]); err != nil {
			return artEnd(err)
		}
		record := readArtRecord(head[:])
		left := record.size
		switch {
		case record.version == artContainer:
			continue
		case record.kind == artEntry:
			left = f.ofArtEntry(stream, record)
		case record.isPicture():
			f.unnamed++
			data, err := io.ReadAll(io.LimitReader(stream, min(left, imagecheck.MaxBytes)))
			fault := f.artFault(record, data)
			switch {
			case errors.Is(err, errMuch):
				fault = f.checker.Skip()
			case err != nil:
				fault = wire.PictureDamaged
			}
			f.picture(fmt.Sprintf("picture %d", f.unnamed), fault)
			left -= int64(len(data))
		}
		if _, err := io.CopyN(io.Discard, stream, left); err != nil {
			return artEnd(err)
		}
	}
}

// ofArtEntry notes a picture that its entry lacks, and returns how much of the entry is before the picture: its head and a
// name.
func (f *binaryReader) ofArtEntry(stream *bufio.Reader, record artRecord) int64 {
	entry, err := stream.Peek(artEntrySize)
	if err != nil {
		return record.size
	}
	before := min(artEntrySize+int64(entry[artNameSize]), record.size)
	if before == record.size && isArtUsed(entry) {
		f.unnamed++
		f.picture(fmt.Sprintf("picture %d", f.unnamed), wire.PictureMissing)
	}
	return before
}

// isArtUsed reports whether an entry is that of a picture which is shown somewhere.
func isArtUsed(entry []byte) bool {
	le := binary.LittleEndian
	return le.Uint32(entry[artBytes:]) > 0 && le.Uint32(entry[artUses:]) > 0
}

// artEnd returns what is wrong with a stream of which reading ended with err: nothing where that is its end.
func artEnd(err error) error {
	switch {
	case err == nil, errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil
	case errors.Is(err, errMuch), errors.Is(err, errCompound):
		return err
	}
	return fmt.Errorf("%w: %w", errCompound, err)
}

// artFault returns what is wrong with the picture of a record, of which data is the content, or as much as is read.
func (f *binaryReader) artFault(record artRecord, data []byte) string {
	at := artNumberSize * (1 + int(record.instance&1))
	if record.kind <= artPICT {
		at += artMetafileHead
	} else {
		at += artTagSize
	}
	whole := record.size <= imagecheck.MaxBytes
	switch {
	case int64(len(data)) < min(record.size, imagecheck.MaxBytes) || len(data) < at:
		return wire.PictureDamaged
	case record.kind == artPICT:
		return f.checker.Skip()
	case record.kind < artPICT:
		return f.metafileFault(data[at-2] == 0, data[at:], whole)
	case record.kind == artBitmap:
		return imagecheck.CheckDIB(&f.checker, data[at:], whole)
	}
	return f.checker.Fault(data[at:], whole)
}

// metafileFault returns what is wrong with a metafile, which may be packed.
func (f *binaryReader) metafileFault(packed bool, data []byte, whole bool) string {
	switch {
	case !packed:
		return f.checker.Fault(data, whole)
	case f.checker.Late():
		return f.checker.Skip()
	}
	unpacked, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return wire.PictureDamaged
	}
	content, err := io.ReadAll(io.LimitReader(unpacked, imagecheck.MaxBytes))
	fault := f.checker.Fault(content, whole && len(content) < imagecheck.MaxBytes)
	if err != nil && fault == wire.PictureUnreadable {
		return wire.PictureDamaged
	}
	return fault
}
