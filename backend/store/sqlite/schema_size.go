package sqlite

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// maxSchema is the maximum total size of the definitions of an untrusted database, in bytes. The limit is needed
// because SQLite needs many times as much memory for the definitions when it opens the database.
const maxSchema = 4 << 20

// maxSchemaPages is the maximum number of pages with definitions.
const maxSchemaPages = 10_000

// checkSchemaSize returns an error if the schema of a database file is too large for SQLite to read. It reads the
// b-tree of the schema itself (https://www.sqlite.org/fileformat2.html#b_tree_pages).
func checkSchemaSize(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	header := make([]byte, 100)
	if _, err := file.ReadAt(header, 0); err != nil && err != io.EOF {
		return err
	}
	size := int64(binary.BigEndian.Uint16(header[16:]))
	if size == 1 {
		size = 1 << 16
	}
	if string(header[:16]) != "SQLite format 3\x00" || size < 512 || size&(size-1) != 0 {
		return fmt.Errorf("%w: it is not a database", ErrDamaged)
	}
	walk := schemaWalk{file: file, page: make([]byte, size)}
	return walk.countAll()
}

// schemaWalk counts the rows of a schema and their bytes.
type schemaWalk struct {
	file io.ReaderAt
	page []byte
	next []uint32 // numbers of pages to read
	rows int
	size uint64
}

func (w *schemaWalk) countAll() error {
	w.next = []uint32{1}
	for pages := 0; len(w.next) > 0; pages++ {
		number := w.next[len(w.next)-1]
		w.next = w.next[:len(w.next)-1]
		if pages+len(w.next) > maxSchemaPages || number == 0 {
			return errSchemaPages
		}
		if _, err := w.file.ReadAt(w.page, (int64(number)-1)*int64(len(w.page))); err != nil {
			return errSchemaPages
		}
		if err := w.read(number); err != nil {
			return err
		}
		if w.rows > maxObjects || w.size > maxSchema {
			return &SchemaError{[]string{fmt.Sprintf("it has more than %d tables, indexes, triggers and views, or they are too long", maxObjects)}}
		}
	}
	return nil
}

var errSchemaPages = fmt.Errorf("%w: its schema refers to missing pages, or to too many", ErrDamaged)

// The kinds of a page of a table.
const (
	interiorPage = 0x05
	leafPage     = 0x0d
)

// read evaluates the page that was read. It counts the rows of a leaf page, and adds the child pages of an interior
// page to the pages to read.
func (w *schemaWalk) read(number uint32) error {
	start := 0
	if number == 1 {
		start = 100 // after the header of the database
	}
	kind, cells := w.page[start], int(binary.BigEndian.Uint16(w.page[start+3:]))
	pointers := start + 8
	switch kind {
	case interiorPage:
		w.next = append(w.next, binary.BigEndian.Uint32(w.page[start+8:]))
		pointers += 4
	case leafPage:
		w.rows += cells
	default:
		return errSchemaPages
	}
	for i := range cells {
		at := pointers + 2*i
		if at+2 > len(w.page) {
			return errSchemaPages
		}
		cell := int(binary.BigEndian.Uint16(w.page[at:]))
		if cell+4 > len(w.page) {
			return errSchemaPages
		}
		if kind == interiorPage {
			w.next = append(w.next, binary.BigEndian.Uint32(w.page[cell:]))
		} else {
			w.size += min(readVarint(w.page[cell:]), maxSchema+1) // limited, so that the sum cannot overflow
		}
	}
	return nil
}

// readVarint returns the varint at the start of a cell: seven bits in each byte, except for the ninth, which has eight.
func readVarint(cell []byte) (n uint64) {
	for i, b := range cell[:min(9, len(cell))] {
		if i == 8 {
			return n<<8 | uint64(b)
		}
		n = n<<7 | uint64(b&0x7f)
		if b < 0x80 {
			break
		}
	}
	return n
}
