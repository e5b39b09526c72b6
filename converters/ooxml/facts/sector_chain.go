package facts

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// sectorTable is the table that contains the successor of each sector. It is read from the file as needed.
type sectorTable struct {
	in               *os.File
	shift            uint16
	difat            []byte // numbers of the first sectors that contain the table, as 32-bit numbers
	firstDIFATSector uint32 // first of the sectors with the numbers of the table's further sectors
}

func (t *sectorTable) offset(sector uint32) int64 { return int64(sector+1) << t.shift }

func (t *sectorTable) next(sector uint32) (uint32, error) {
	each := uint32(1) << (t.shift - 2)
	where, err := t.sector(sector / each)
	if err != nil {
		return 0, err
	}
	return t.readNumber(t.offset(where) + int64(sector%each)*4)
}

// sector returns the number of the n-th sector of the table.
func (t *sectorTable) sector(n uint32) (uint32, error) {
	if known := uint32(len(t.difat) / 4); n < known {
		return binary.LittleEndian.Uint32(t.difat[4*n:]), nil
	} else {
		n -= known
	}
	each := uint32(1)<<(t.shift-2) - 1 // numbers in a list, without the last one, which is the sector of the next list
	list := t.firstDIFATSector
	for ; n >= each; n -= each {
		if list >= oleEnd {
			return 0, errCompound
		}
		var err error
		if list, err = t.readNumber(t.offset(list) + int64(each)*4); err != nil {
			return 0, err
		}
	}
	if list >= oleEnd {
		return 0, errCompound
	}
	return t.readNumber(t.offset(list) + int64(n)*4)
}

func (t *sectorTable) readNumber(at int64) (uint32, error) {
	var raw [4]byte
	if _, err := t.in.ReadAt(raw[:], at); err != nil {
		return 0, fmt.Errorf("%w: %w", errCompound, err)
	}
	return binary.LittleEndian.Uint32(raw[:]), nil
}

// chainReader reads a stream that is stored in regular sectors.
type chainReader struct {
	table     *sectorTable
	sector    uint32
	at        int64 // offset in the current sector
	remaining int64
	truncated bool // the stream has more bytes than may be read
}

func (c *chainReader) Read(p []byte) (int, error) {
	if c.remaining <= 0 && c.truncated {
		return 0, errTooLarge
	}
	size := int64(1) << c.table.shift
	if c.remaining > 0 && c.at == size {
		next, err := c.table.next(c.sector)
		if err != nil {
			return 0, err
		}
		c.sector, c.at = next, 0
	}
	if c.remaining <= 0 || c.sector >= oleEnd {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), size-c.at, c.remaining)]
	n, err := c.table.in.ReadAt(p, c.table.offset(c.sector)+c.at)
	c.at += int64(n)
	c.remaining -= int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

// limitedReader reads up to *remaining bytes, a limit that several readers may share, then returns errTooLarge.
type limitedReader struct {
	io.Reader
	remaining *int64
}

func (m *limitedReader) Read(p []byte) (int, error) {
	if *m.remaining <= 0 {
		return 0, errTooLarge
	}
	n, err := m.Reader.Read(p)
	*m.remaining -= int64(n)
	return n, err
}
