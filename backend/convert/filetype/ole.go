package filetype

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"unicode/utf16"
)

// An OLE compound file is a small FAT file system. This code follows its chains of sectors step by step, and reads four
// bytes of the allocation table for each step. A library that loads the whole tables and directory would allocate as
// much memory as the file demands. The layout is described in [MS-CFB], sections 2.2 to 2.6.
const (
	oleMagic      = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
	oleHeaderSize = 512
	oleEntrySize  = 128
	oleMiniSector = 64
	// oleMiniCutoff is the size below which a stream is stored in the root's mini stream.
	oleMiniCutoff = 4096
	// oleNoEntry is the number that refers to no directory entry.
	oleNoEntry = 0xFFFFFFFF
	// oleMaxSector is the largest sector number. Larger numbers have special meanings, such as the end of a chain.
	oleMaxSector = 0xFFFFFFFA
	oleHeadFATs  = 109
	// The types of directory entries. An unused entry has the type 0.
	oleStorage = 1
	oleStream  = 2
	oleRoot    = 5
	// oleMaxSteps limits the number of steps along a chain of sectors, because a damaged chain may be circular.
	oleMaxSteps = 1 << 16
)

var errOLE = errors.New("broken compound file")

// ole is an open compound file.
type ole struct {
	w      *limitedReader
	header []byte
	// sector is the size of a sector in bytes: 512 or 4,096.
	sector int64
	// directory contains the numbers of the directory's sectors, in order.
	directory []uint32
	root      oleEntry
}

// oleEntry is a stream or a storage in the directory.
type oleEntry struct {
	kind               byte
	name               string
	left, right, child uint32
	start              uint32
	size               int64
}

func openOLE(w *limitedReader) (*ole, error) {
	header, err := w.readFull(0, oleHeaderSize)
	if err != nil {
		return nil, err
	}
	shift := binary.LittleEndian.Uint16(header[30:])
	if shift != 9 && shift != 12 {
		return nil, errOLE
	}
	o := &ole{w: w, header: header, sector: 1 << shift}
	if err := o.readDirectory(o.field(48)); err != nil {
		return nil, err
	}
	o.root, err = o.entry(0)
	return o, err
}

// field returns the 32-bit number at an offset of the header.
func (o *ole) field(off int) uint32 { return binary.LittleEndian.Uint32(o.header[off:]) }

// offset returns the offset of a sector in the file.
func (o *ole) offset(sector uint32) int64 { return (int64(sector) + 1) * o.sector }

func (o *ole) number(off int64) (uint32, error) {
	b, err := o.w.readFull(off, 4)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint32(b), nil
}

// next returns the next sector of a chain, or a value above oleMaxSector at its end.
func (o *ole) next(sector uint32) (uint32, error) {
	perFAT := uint32(o.sector / 4)
	fat, err := o.fatSector(sector / perFAT)
	if err != nil {
		return 0, err
	}
	return o.number(o.offset(fat) + int64(sector%perFAT)*4)
}

// fatSector returns the number of the i-th sector of the allocation table (FAT). The first 109 numbers are in the
// header, the remaining numbers in a chain of sectors. The last number in each sector of the chain refers to the next
// sector of the chain.
func (o *ole) fatSector(i uint32) (uint32, error) {
	if i < oleHeadFATs {
		return o.field(76 + int(i)*4), nil
	}
	i -= oleHeadFATs
	perSector := uint32(o.sector/4) - 1
	if i/perSector > oleMaxSteps {
		return 0, errOLE
	}
	sector := o.field(68)
	for ; i >= perSector; i -= perSector {
		next, err := o.number(o.offset(sector) + o.sector - 4)
		if err != nil {
			return 0, err
		}
		sector = next
	}
	return o.number(o.offset(sector) + int64(i)*4)
}

func (o *ole) readDirectory(first uint32) error {
	for sector := first; sector < oleMaxSector; {
		if len(o.directory) == oleMaxSteps {
			return errOLE
		}
		o.directory = append(o.directory, sector)
		next, err := o.next(sector)
		if err != nil {
			return err
		}
		sector = next
	}
	if len(o.directory) == 0 {
		return errOLE
	}
	return nil
}

func (o *ole) entry(id uint32) (oleEntry, error) {
	perSector := uint32(o.sector / oleEntrySize)
	if id/perSector >= uint32(len(o.directory)) {
		return oleEntry{}, errOLE
	}
	b, err := o.w.readFull(o.offset(o.directory[id/perSector])+int64(id%perSector)*oleEntrySize, oleEntrySize)
	if err != nil {
		return oleEntry{}, err
	}
	le := binary.LittleEndian
	return oleEntry{
		kind:  b[66],
		name:  oleName(b),
		left:  le.Uint32(b[68:]),
		right: le.Uint32(b[72:]),
		child: le.Uint32(b[76:]),
		start: le.Uint32(b[116:]),
		// The upper half of the size is unreliable in files of version 3.
		size: int64(le.Uint32(b[120:])),
	}, nil
}

// oleName decodes an entry's name: at most 31 UTF-16 units and a zero.
func oleName(entry []byte) string {
	n := min(int(binary.LittleEndian.Uint16(entry[64:])), 64)/2 - 1
	units := make([]uint16, max(n, 0))
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(entry[i*2:])
	}
	return string(utf16.Decode(units))
}

// topLevel returns the entries directly in the root, by name. Names are converted to lower case, because comparisons
// ignore case. Entries at deeper levels belong to embedded documents.
func (o *ole) topLevel() (map[string]oleEntry, error) {
	found := make(map[string]oleEntry)
	seen := map[uint32]bool{}
	for todo := []uint32{o.root.child}; len(todo) > 0; {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if id >= oleMaxSector || seen[id] {
			continue
		}
		if seen[id] = true; len(seen) > oleMaxSteps {
			return nil, errOLE
		}
		e, err := o.entry(id)
		if err != nil {
			return nil, err
		}
		found[strings.ToLower(e.name)] = e
		todo = append(todo, e.left, e.right)
	}
	return found, nil
}

// read returns the first n bytes of a stream, or all its bytes if there are fewer.
func (o *ole) read(e oleEntry, n int) ([]byte, error) {
	n = int(min(int64(n), e.size))
	sector, unit, locate, next := e.start, o.sector, o.atSector, o.next
	if e.size < oleMiniCutoff {
		unit, locate, next = oleMiniSector, o.atMini, o.nextMini
	}
	out := make([]byte, 0, n)
	for len(out) < n {
		off, err := locate(sector)
		if err != nil {
			return nil, err
		}
		part, err := o.w.readFull(off, int(min(unit, int64(n-len(out)))))
		if err != nil {
			return nil, err
		}
		out = append(out, part...)
		if len(out) < n {
			if sector, err = next(sector); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func (o *ole) atSector(sector uint32) (int64, error) {
	if sector >= oleMaxSector {
		return 0, io.ErrUnexpectedEOF
	}
	return o.offset(sector), nil
}

// atMini returns the offset of a mini sector in the file. The mini stream is the stream of the root entry.
func (o *ole) atMini(mini uint32) (int64, error) {
	off := int64(mini) * oleMiniSector
	sector, err := o.sectorAfter(o.root.start, off/o.sector)
	if err != nil {
		return 0, err
	}
	return o.offset(sector) + off%o.sector, nil
}

func (o *ole) nextMini(mini uint32) (uint32, error) {
	perSector := o.sector / 4
	sector, err := o.sectorAfter(o.field(60), int64(mini)/perSector)
	if err != nil {
		return 0, err
	}
	return o.number(o.offset(sector) + int64(mini)%perSector*4)
}

// sectorAfter returns the sector that is the given number of steps after sector in the same chain.
func (o *ole) sectorAfter(sector uint32, steps int64) (uint32, error) {
	if steps > oleMaxSteps {
		return 0, errOLE
	}
	for ; steps > 0 && sector < oleMaxSector; steps-- {
		next, err := o.next(sector)
		if err != nil {
			return 0, err
		}
		sector = next
	}
	if sector >= oleMaxSector {
		return 0, io.ErrUnexpectedEOF
	}
	return sector, nil
}
