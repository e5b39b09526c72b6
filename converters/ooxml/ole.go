package ooxml

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf16"
)

// The layout of a compound file (MS-CFB 2.2, 2.3, 2.5, 2.6).
const (
	oleMagic      = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"
	oleHeader     = 512
	oleEntry      = 128
	oleEnd        = 0xFFFFFFFA // sectors have smaller numbers
	oleStorage    = 1
	oleStream     = 2
	oleMaxEntries = 100_000
)

var errCompound = errors.New("its compound file is broken")

// ofCompound tells what the directory of a compound file does.
func (f *facts) ofCompound(in *os.File) error {
	if f.kind == "docx" || f.kind == "dotx" || f.kind == "pptx" || f.kind == "xlsx" || f.kind == "potx" || f.kind == "ppsx" {
		return errors.New("it is encrypted")
	}
	var slides *entry
	table, err := eachEntry(in, func(e entry) {
		lower := strings.ToLower(e.name)
		switch {
		case e.kind == oleStream && lower == "powerpoint document" && f.presentation():
			slides = &e
		case e.kind == oleStorage && (lower == "macros" || lower == "_vba_project_cur" || lower == "vba"):
			f.Macros = true
		case lower == "_signatures" || lower == "_xmlsignatures":
			f.Signed = true
		case e.kind == oleStorage && embeds(e.name):
			f.Embedded++
		}
	})
	if err != nil || slides == nil {
		return err
	}
	stream := &chain{table: table, sector: slides.start, left: min(slides.size, f.left)}
	return f.ofRecords(bufio.NewReaderSize(stream, scanChunk))
}

// presentation says whether a compound file is one, and does not only hold one.
func (f *facts) presentation() bool {
	return f.kind == "ppt" || f.kind == "pps" || f.kind == "pot" || f.kind == "ppa"
}

// embeds says whether a storage is an embedded object: those of Word are called by
// their number, those of Excel have a number behind MBD (MS-DOC 2.1.10, MS-XLS 2.1.7.7).
func embeds(name string) bool {
	number, excel := strings.CutPrefix(name, "MBD")
	if !excel {
		var word bool
		if number, word = strings.CutPrefix(name, "_"); !word {
			return false
		}
	}
	return number != "" && strings.Trim(number, "0123456789ABCDEFabcdef") == ""
}

// entry is one of a compound file's directory.
type entry struct {
	name  string
	kind  byte
	start uint32 // first sector of a stream
	size  int64  // of a stream
}

// eachEntry calls visit for each entry of a compound file's directory, and gives the
// table of its sectors.
func eachEntry(in *os.File, visit func(entry)) (*sectorTable, error) {
	header := make([]byte, oleHeader)
	if _, err := in.ReadAt(header, 0); err != nil {
		return nil, fmt.Errorf("%w: %w", errCompound, err)
	}
	le := binary.LittleEndian
	shift := le.Uint16(header[30:])
	if shift != 9 && shift != 12 {
		return nil, errCompound
	}
	table := &sectorTable{in: in, shift: shift, first: header[76:], more: le.Uint32(header[68:])}
	sector := le.Uint32(header[48:])
	content := make([]byte, 1<<shift)
	for entries := 0; sector < oleEnd; entries += len(content) / oleEntry {
		if entries > oleMaxEntries {
			return nil, errCompound
		}
		if _, err := in.ReadAt(content, table.place(sector)); err != nil {
			return nil, fmt.Errorf("%w: %w", errCompound, err)
		}
		for raw := content; len(raw) >= oleEntry; raw = raw[oleEntry:] {
			visit(entry{entryName(raw), raw[66], le.Uint32(raw[116:]), int64(le.Uint32(raw[120:]))})
		}
		var err error
		if sector, err = table.next(sector); err != nil {
			return nil, err
		}
	}
	return table, nil
}

func entryName(entry []byte) string {
	le := binary.LittleEndian
	units := make([]uint16, min(int(le.Uint16(entry[64:])), 64)/2)
	for i := range units {
		units[i] = le.Uint16(entry[2*i:])
	}
	return strings.TrimRight(string(utf16.Decode(units)), "\x00")
}

// sectorTable says which sector follows which. It is read where it lies.
type sectorTable struct {
	in    *os.File
	shift uint16
	first []byte // the numbers of the first sectors of the table
	more  uint32 // the sector with more of those numbers
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

// sector gives the number of the table's n-th sector.
func (t *sectorTable) sector(n uint32) (uint32, error) {
	if known := uint32(len(t.first) / 4); n < known {
		return binary.LittleEndian.Uint32(t.first[4*n:]), nil
	} else {
		n -= known
	}
	each := uint32(1)<<(t.shift-2) - 1 // the last number leads to the next list
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

// chain reads a stream that is long enough to have sectors of its own.
type chain struct {
	table  *sectorTable
	sector uint32
	at     int64 // within the sector
	left   int64
}

func (c *chain) Read(p []byte) (int, error) {
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
