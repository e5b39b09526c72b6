package ooxml

import (
	"encoding/binary"
	"errors"
	"fmt"
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
	return eachEntry(in, func(name string, kind byte) {
		lower := strings.ToLower(name)
		switch {
		case kind == oleStorage && (lower == "macros" || lower == "_vba_project_cur" || lower == "vba"):
			f.Macros = true
		case lower == "_signatures" || lower == "_xmlsignatures":
			f.Signed = true
		case kind == oleStorage && embeds(name):
			f.Embedded++
		}
	})
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

// eachEntry calls visit for each entry of a compound file's directory.
func eachEntry(in *os.File, visit func(name string, kind byte)) error {
	header := make([]byte, oleHeader)
	if _, err := in.ReadAt(header, 0); err != nil {
		return fmt.Errorf("%w: %w", errCompound, err)
	}
	le := binary.LittleEndian
	shift := le.Uint16(header[30:])
	if shift != 9 && shift != 12 {
		return errCompound
	}
	table := &sectorTable{in: in, shift: shift, first: header[76:], more: le.Uint32(header[68:])}
	sector := le.Uint32(header[48:])
	content := make([]byte, 1<<shift)
	for entries := 0; sector < oleEnd; entries += len(content) / oleEntry {
		if entries > oleMaxEntries {
			return errCompound
		}
		if _, err := in.ReadAt(content, table.place(sector)); err != nil {
			return fmt.Errorf("%w: %w", errCompound, err)
		}
		for entry := content; len(entry) >= oleEntry; entry = entry[oleEntry:] {
			visit(entryName(entry), entry[66])
		}
		var err error
		if sector, err = table.next(sector); err != nil {
			return err
		}
	}
	return nil
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
