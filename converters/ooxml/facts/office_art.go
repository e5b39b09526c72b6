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

// Records of drawings in the binary formats (MS-ODRAW 2.2).
const (
	artContainer          = 0xF // version of a record that contains records
	artAll                = 0xF000
	artStore              = 0xF001
	artEntry              = 0xF007
	artEntrySize          = 36
	artFirst              = 0xF01A
	artLast               = 0xF02A
	artPICT               = 0xF01C // the last metafile type: Macintosh PICT
	artBitmap             = 0xF01F // a bitmap without a file header
	artHeaderSize         = 8
	artIDSize             = 16 // size of the one or two ids of an image
	artTagSize            = 1  // size of the tag, which follows the ids
	artMetafileHeaderSize = 34 // size of the header of metafiles instead of the tag; its last byte but one is the compression
	maxArt                = 64 << 20

	// Offsets in an entry: size of the image in bytes, number of uses, position in another stream, and length of the
	// name.
	artBytesAt    = 20
	artUsesAt     = 24
	artPositionAt = 28
	artNameSizeAt = 33
	artNoPosition = 0xFFFFFFFF
)

// artRecord is the header of a record.
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

// readArt checks the images in the records of drawings.
func (f *binaryReader) readArt(stream *bufio.Reader) error {
	var head [artHeaderSize]byte
	for {
		if _, err := io.ReadFull(stream, head[:]); err != nil {
			return streamError(err)
		}
		record := readArtRecord(head[:])
		left := record.size
		switch {
		case record.version == artContainer:
			continue
		case record.kind == artEntry:
			left = f.readArtEntry(stream, record)
		case record.isPicture():
			f.unnamed++
			data, err := io.ReadAll(io.LimitReader(stream, min(left, imagecheck.MaxBytes)))
			fault := f.artFault(record, data)
			switch {
			case errors.Is(err, errTooLarge):
				fault = f.checker.Skip()
			case err != nil:
				fault = wire.PictureDamaged
			}
			f.addImage(fmt.Sprintf("picture %d", f.unnamed), fault)
			left -= int64(len(data))
		}
		if _, err := io.CopyN(io.Discard, stream, left); err != nil {
			return streamError(err)
		}
	}
}

// readArtEntry reads the head of an entry of the list of images. If the entry has no image, readArtEntry counts the
// image as missing in the facts. It returns the size of the header and the name, which precede the image.
func (f *binaryReader) readArtEntry(stream *bufio.Reader, record artRecord) int64 {
	entry, err := stream.Peek(artEntrySize)
	if err != nil {
		return record.size
	}
	before := min(artEntrySize+int64(entry[artNameSizeAt]), record.size)
	if before == record.size && isArtUsed(entry) {
		f.unnamed++
		f.addImage(fmt.Sprintf("picture %d", f.unnamed), wire.PictureMissing)
	}
	return before
}

// isArtUsed reports whether the image of an entry is used.
func isArtUsed(entry []byte) bool {
	le := binary.LittleEndian
	return le.Uint32(entry[artBytesAt:]) > 0 && le.Uint32(entry[artUsesAt:]) > 0
}

// streamError converts the error at which reading a stream ended. It returns nil if that is the normal end.
func streamError(err error) error {
	switch {
	case err == nil, errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil
	case errors.Is(err, errTooLarge), errors.Is(err, errCompound):
		return err
	}
	return fmt.Errorf("%w: %w", errCompound, err)
}

// artFault returns the fault of the image in a record. data is the content of the record, or the beginning of it.
func (f *binaryReader) artFault(record artRecord, data []byte) string {
	at := artIDSize * (1 + int(record.instance&1))
	if record.kind <= artPICT {
		at += artMetafileHeaderSize
	} else {
		at += artTagSize
	}
	complete := record.size <= imagecheck.MaxBytes
	switch {
	case int64(len(data)) < min(record.size, imagecheck.MaxBytes) || len(data) < at:
		return wire.PictureDamaged
	case record.kind == artPICT:
		return f.checker.Skip()
	case record.kind < artPICT:
		return f.metafileFault(data[at-2] == 0, data[at:], complete)
	case record.kind == artBitmap:
		return imagecheck.CheckDIB(&f.checker, data[at:], complete)
	}
	return f.checker.Fault(data[at:], complete)
}

// metafileFault returns the fault of a metafile, which may be compressed.
func (f *binaryReader) metafileFault(compressed bool, data []byte, complete bool) string {
	switch {
	case !compressed:
		return f.checker.Fault(data, complete)
	case f.checker.Late():
		return f.checker.Skip()
	}
	unpacked, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return wire.PictureDamaged
	}
	content, err := io.ReadAll(io.LimitReader(unpacked, imagecheck.MaxBytes))
	fault := f.checker.Fault(content, complete && len(content) < imagecheck.MaxBytes)
	if err != nil && fault == wire.PictureUnreadable {
		return wire.PictureDamaged
	}
	return fault
}
