package facts

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// sectorTable is the table that contains the successor of each sector. It is read from the file as needed.
type sectorTable struct {
	in    *os.File
	shift uint16
	first []byte // numbers of the first sectors that contain the table, as 32-bit numbers
	more  uint32 // first of the sectors with the numbers of the table's further sectors
}

func (t *sectorTable) place(sector uint32) int64 { return int64(sector+1) << t.shift }

func (t *sectorTable) next(sector uint32) (uint32, error) {
	each := uint32(1) << (t.shift - 2)
	where, err := t.sector(sector / each)
	if err != nil {
		return 0, err
	}
	return t.number(t.place(where) + int64(sector%each)*4)
}

// sector returns the number of the n-th sector of the table.
func (t *sectorTable) sector(n uint32) (uint32, error) {
	if known := uint32(len(t.first) / 4); n < known {
		return binary.LittleEndian.Uint32(t.first[4*n:]), nil
	} else {
		n -= known
	}
	each := uint32(1)<<(t.shift-2) - 1 // numbers in a list, without the last one, which is the sector of the next list
	list := t.more
	for ; n >= each; n -= each {
		if list >= oleEnd {
			return 0, errCompound
		}
		var err error
		if list, err = t.number(t.place(list) + int64(each)*4); err != nil {
			return 0, err
		}
	}
	if list >= oleEnd {
		return 0, errCompound
	}
	return t.number(t.place(list) + int64(n)*4)
}

func (t *sectorTable) number(at int64) (uint32, error) {
	var raw [4]byte
	if _, err := t.in.ReadAt(raw[:], at); err != nil {
		return 0, fmt.Errorf("%w: %w", errCompound, err)
	}
	return binary.LittleEndian.Uint32(raw[:]), nil
}

// chain reads a stream that is stored in regular sectors.
type chain struct {
	table  *sectorTable
	sector uint32
	at     int64 // offset in the current sector
	left   int64
	more   bool // the stream has more bytes than may be read
}

func (c *chain) Read(p []byte) (int, error) {
	if c.left <= 0 && c.more {
		return 0, errMuch
	}
	size := int64(1) << c.table.shift
	if c.left > 0 && c.at == size {
		next, err := c.table.next(c.sector)
		if err != nil {
			return 0, err
		}
		c.sector, c.at = next, 0
	}
	if c.left <= 0 || c.sector >= oleEnd {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), size-c.at, c.left)]
	n, err := c.table.in.ReadAt(p, c.table.place(c.sector)+c.at)
	c.at += int64(n)
	c.left -= int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

// limitedReader reads up to *left bytes, a limit that several readers may share, then returns errMuch.
type limitedReader struct {
	io.Reader
	left *int64
}

func (m *limitedReader) Read(p []byte) (int, error) {
	if *m.left <= 0 {
		return 0, errMuch
	}
	n, err := m.Reader.Read(p)
	*m.left -= int64(n)
	return n, err
}
