package ooxmltest

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf16"
)

// Stream is a stream of a compound file. It becomes a storage if Content is nil.
type Stream struct {
	Name    string
	Content []byte
}

const (
	sector, miniSector    = 512, 64
	sectorEnd, sectorFree = 0xFFFFFFFE, 0xFFFFFFFF
	miniCutoff            = 4096 // smaller streams are stored in short sectors
)

// Compound returns a compound file (MS-CFB) with streams in its root storage. Its table has up to 109 sectors, so that
// the streams can have up to 7 MB.
func Compound(streams ...Stream) []byte {
	var file compound
	file.table = slices.Repeat([]uint32{0xFFFFFFFD}, tableSectors(streams))
	entries := [][]byte{nil}
	var mini []byte
	for _, s := range streams {
		switch {
		case s.Content == nil:
			entries = append(entries, directoryEntry(s.Name, 1, sectorEnd, 0))
		case len(s.Content) < miniCutoff:
			entries = append(entries, directoryEntry(s.Name, 2, uint32(len(mini)/miniSector), len(s.Content)))
			file.miniTable = appendChain(file.miniTable, (len(s.Content)+miniSector-1)/miniSector)
			mini = padded(append(mini, s.Content...), miniSector)
		default:
			entries = append(entries, directoryEntry(s.Name, 2, file.add(s.Content), len(s.Content)))
		}
	}
	entries[0] = directoryEntry("Root Entry", 5, file.add(mini), len(mini))
	binary.LittleEndian.PutUint32(entries[0][76:], 1)
	for i := 1; i+1 < len(entries); i++ {
		binary.LittleEndian.PutUint32(entries[i][72:], uint32(i+1))
	}
	return file.write(file.add(bytes.Join(entries, nil)), file.add(numbers(file.miniTable)))
}

// compound is the state of writing a compound file.
type compound struct {
	table, miniTable []uint32
	sectors          []byte // the sectors that follow the table
}

// tableSectors returns a number of sectors that suffices for the table of the streams.
func tableSectors(streams []Stream) int {
	size := 0
	for _, s := range streams {
		size += len(s.Content) + sector
	}
	return size/sector/(sector/4) + 2
}

// add stores content in new sectors, and returns the number of the first one.
func (c *compound) add(content []byte) uint32 {
	if len(content) == 0 {
		return sectorEnd
	}
	first := uint32(len(c.table))
	c.sectors = padded(append(c.sectors, content...), sector)
	c.table = appendChain(c.table, (len(content)+sector-1)/sector)
	return first
}

func (c *compound) write(directory, miniTable uint32) []byte {
	le := binary.LittleEndian
	header := make([]byte, sector)
	copy(header, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	for at, value := range map[int]uint16{24: 0x3E, 26: 3, 28: 0xFFFE, 30: 9, 32: 6} {
		le.PutUint16(header[at:], value)
	}
	count := 0
	for c.table[count] == 0xFFFFFFFD {
		count++
	}
	for at, value := range map[int]uint32{44: uint32(count), 48: directory, 56: miniCutoff, 60: miniTable,
		64: uint32((len(c.miniTable)*4 + sector - 1) / sector), 68: sectorEnd} {
		le.PutUint32(header[at:], value)
	}
	for i := range 109 {
		number := uint32(sectorFree)
		if i < count {
			number = uint32(i)
		}
		le.PutUint32(header[76+4*i:], number)
	}
	for len(c.table) < count*sector/4 {
		c.table = append(c.table, sectorFree)
	}
	return slices.Concat(header, numbers(c.table), c.sectors)
}

// appendChain appends a chain of sectors to the table. count is the number of sectors.
func appendChain(table []uint32, count int) []uint32 {
	for i := range count {
		next := uint32(len(table) + 1)
		if i == count-1 {
			next = sectorEnd
		}
		table = append(table, next)
	}
	return table
}

func padded(content []byte, unit int) []byte {
	return append(content, make([]byte, (unit-len(content)%unit)%unit)...)
}

func numbers(table []uint32) (content []byte) {
	for _, number := range table {
		content = binary.LittleEndian.AppendUint32(content, number)
	}
	return content
}

func directoryEntry(name string, kind byte, start uint32, size int) []byte {
	entry := make([]byte, 128)
	le := binary.LittleEndian
	units := utf16.Encode([]rune(name))
	for i, unit := range units {
		le.PutUint16(entry[2*i:], unit)
	}
	le.PutUint16(entry[64:], uint16(2*len(units)+2))
	entry[66] = kind
	for _, at := range []int{68, 72, 76} {
		le.PutUint32(entry[at:], sectorFree)
	}
	le.PutUint32(entry[116:], start)
	le.PutUint32(entry[120:], uint32(size))
	return entry
}

// Record returns a record of a workbook of Excel 97 to 2003 (MS-XLS 2.1.4).
func Record(kind uint16, data ...byte) []byte {
	le := binary.LittleEndian
	return append(le.AppendUint16(le.AppendUint16(nil, kind), uint16(len(data))), data...)
}
