package facts

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf16"

	"lectern/converters/ooxml/opc"
)

// The layout of a compound file (MS-CFB 2.2, 2.3, 2.5, 2.6).
const (
	oleMagic      = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"
	oleHeaderSize = 512
	oleEntrySize  = 128
	oleEnd        = 0xFFFFFFFA // sector numbers are smaller
	oleStorage    = 1
	oleStream     = 2
	oleRoot       = 5
	oleMiniSector = 64
	oleMiniCutoff = 4096 // smaller streams are stored in short sectors
	oleMaxEntries = 100_000
	oleMaxMini    = 16 << 20         // limit of the short streams that are read, in bytes
	oleMaxRead    = 4 * maxFactBytes // limit of all streams that are read, in bytes
	// oleObjectEntries limits the entries of an embedded object that are visited.
	oleObjectEntries = 64
)

var errCompound = errors.New("its compound file is broken")

// binaryReader reads the facts of the binary formats that precede Office Open XML: compound files and workbooks of
// Excel 2 to 4.
type binaryReader struct {
	*facts
	unnamed        int      // number of images in drawings so far; images without a name are named by it
	imagePositions []uint32 // positions of the images of a presentation
}

// readCompound reads the directory and the known streams of a compound file.
func (f *binaryReader) readCompound(in *os.File) error {
	if f.kind == "docx" || f.kind == "dotx" || f.kind == "pptx" || f.kind == "xlsx" || f.kind == "potx" || f.kind == "ppsx" {
		return errors.New("it is encrypted")
	}
	file, err := openCompound(in)
	for _, e := range file.entries {
		f.addEntry(file, e)
		f.addWarning(f.readStream(file, e))
	}
	if f.kind == "doc" {
		f.addWarning(f.readWordStreams(file))
	}
	f.checkImagePositions(file)
	return err
}

// addEntry adds the facts that can be derived from the name of a directory entry.
func (f *binaryReader) addEntry(file *compound, e entry) {
	switch lower := strings.ToLower(e.name); {
	case e.kind == oleStorage && (lower == "macros" || lower == "_vba_project_cur" || lower == "vba"):
		f.Macros = true
	case lower == "_signatures" || lower == "_xmlsignatures":
		f.Signed = true
	case e.kind == oleStorage && isEmbeddedObject(e.name) && file.hasEntry(e, "\x03ocxname"): // MS-DOC 2.1.10
		f.addControl(controlClass(e.class))
	case e.kind == oleStorage && isEmbeddedObject(e.name):
		f.Embedded++
	}
}

// readStream reads a stream if its name is known.
func (f *binaryReader) readStream(file *compound, e entry) error {
	if e.kind != oleStream {
		return nil
	}
	stream := bufio.NewReaderSize(&limitedReader{file.open(e, f.remaining), &file.remaining}, opc.ChunkSize)
	switch lower := strings.ToLower(e.name); {
	case lower == "powerpoint document" && f.isPresentation():
		return f.readRecords(stream)
	case lower == "pictures" && f.isPresentation():
		return f.readArt(stream)
	case lower == "data" && f.kind == "doc":
		return f.checkInlineImages(stream)
	case lower == "workbook" || lower == "book":
		return f.readBIFF(stream)
	case len(lower) == pivotNameSize && strings.Trim(lower, "0123456789abcdef") == "":
		return f.readPivotStream(stream)
	}
	return nil
}

// isPresentation reports whether the document itself is a presentation. Other documents may contain embedded
// presentations.
func (f *binaryReader) isPresentation() bool {
	return f.kind == "ppt" || f.kind == "pps" || f.kind == "pot" || f.kind == "ppa"
}

// isEmbeddedObject reports whether a storage is an embedded object. Word names embedded objects with an underscore and
// a number, Excel with MBD and a number (MS-DOC 2.1.10, MS-XLS 2.1.7.7).
func isEmbeddedObject(name string) bool {
	number, excel := strings.CutPrefix(name, "MBD")
	if !excel {
		var word bool
		if number, word = strings.CutPrefix(name, "_"); !word {
			return false
		}
	}
	return number != "" && strings.Trim(number, "0123456789ABCDEFabcdef") == ""
}

// entry is an entry of the directory.
type entry struct {
	name  string
	kind  byte
	start uint32 // first sector of a stream
	size  int64  // of a stream
	// left and right are siblings in the same storage, child is the first entry within a storage.
	left, right, child uint32
	class              string // class id of the object in a storage; may be empty
}

func readEntry(raw []byte) entry {
	le := binary.LittleEndian
	return entry{
		name: entryName(raw), kind: raw[66], start: le.Uint32(raw[116:]), size: int64(le.Uint32(raw[120:])),
		left: le.Uint32(raw[68:]), right: le.Uint32(raw[72:]), child: le.Uint32(raw[76:]), class: classID(raw[80:96]),
	}
}

// classID returns a class id in its usual notation, or "" for the null id.
func classID(raw []byte) string {
	if bytes.Count(raw, []byte{0}) == len(raw) {
		return ""
	}
	le := binary.LittleEndian
	return fmt.Sprintf("{%08X-%04X-%04X-%X-%X}", le.Uint32(raw), le.Uint16(raw[4:]), le.Uint16(raw[6:]), raw[8:10], raw[10:])
}

// compound is an open compound file.
type compound struct {
	table     *sectorTable
	entries   []entry
	header    []byte
	remaining int64 // bytes of streams that may still be read
	// mini is the content of all short streams in sectors of 64 bytes, and miniTable has the successor of each sector.
	mini, miniTable []byte
}

// openCompound reads the directory of a compound file. If that fails, it returns the entries that could be read and the
// error.
func openCompound(in *os.File) (*compound, error) {
	file := &compound{header: make([]byte, oleHeaderSize), remaining: oleMaxRead}
	if _, err := in.ReadAt(file.header, 0); err != nil {
		return file, fmt.Errorf("%w: %w", errCompound, err)
	}
	le := binary.LittleEndian
	shift := le.Uint16(file.header[30:])
	if shift != 9 && shift != 12 {
		return file, errCompound
	}
	file.table = &sectorTable{in: in, shift: shift, difat: file.header[76:], firstDIFATSector: le.Uint32(file.header[68:])}
	err := file.readDirectory(le.Uint32(file.header[48:]))
	if err == nil {
		err = file.readMini()
	}
	return file, err
}

func (c *compound) readDirectory(sector uint32) error {
	content := make([]byte, 1<<c.table.shift)
	for sector < oleEnd {
		if len(c.entries) > oleMaxEntries {
			return errCompound
		}
		if _, err := c.table.in.ReadAt(content, c.table.offset(sector)); err != nil {
			return fmt.Errorf("%w: %w", errCompound, err)
		}
		for raw := content; len(raw) >= oleEntrySize; raw = raw[oleEntrySize:] {
			c.entries = append(c.entries, readEntry(raw))
		}
		var err error
		if sector, err = c.table.next(sector); err != nil {
			return err
		}
	}
	return nil
}

// hasEntry reports whether one of the first entries of a storage has a name.
func (c *compound) hasEntry(storage entry, name string) bool {
	next := []uint32{storage.child}
	for visits := 0; len(next) > 0 && visits < oleObjectEntries; visits++ {
		number := next[len(next)-1]
		next = next[:len(next)-1]
		if int64(number) >= int64(len(c.entries)) {
			continue
		}
		e := c.entries[number]
		if strings.ToLower(e.name) == name {
			return true
		}
		next = append(next, e.left, e.right)
	}
	return false
}

// readMini reads the stream of the root entry, which contains all short streams.
func (c *compound) readMini() error {
	le := binary.LittleEndian
	root := slices.IndexFunc(c.entries, func(e entry) bool { return e.kind == oleRoot })
	if root < 0 || c.entries[root].size == 0 {
		return nil
	}
	var err error
	c.mini, err = io.ReadAll(&chainReader{table: c.table, sector: c.entries[root].start, remaining: min(c.entries[root].size, oleMaxMini)})
	if err == nil {
		size := int64(le.Uint32(c.header[64:])) << c.table.shift
		c.miniTable, err = io.ReadAll(&chainReader{table: c.table, sector: le.Uint32(c.header[60:]), remaining: min(size, oleMaxMini)})
	}
	if err == nil && c.entries[root].size > oleMaxMini {
		return errTooLarge
	}
	return err
}

// find returns the first stream with a name, which is in lower case.
func (c *compound) find(name string) (e entry, found bool) {
	at := slices.IndexFunc(c.entries, func(e entry) bool { return e.kind == oleStream && strings.ToLower(e.name) == name })
	if at < 0 {
		return e, false
	}
	return c.entries[at], true
}

// open returns a reader of a stream. The reader returns at most limit bytes. If the stream is longer, the reader then
// returns errTooLarge.
func (c *compound) open(e entry, limit int64) io.Reader {
	if e.size >= oleMiniCutoff {
		return &chainReader{table: c.table, sector: e.start, remaining: min(e.size, limit), truncated: e.size > limit}
	}
	return bytes.NewReader(c.readMiniStream(e))
}

// readMiniStream returns the content of a short stream. If sectors are missing, it returns the content before them.
func (c *compound) readMiniStream(e entry) (content []byte) {
	sector := int64(e.start)
	for int64(len(content)) < e.size && sector < int64(oleEnd) {
		from := sector * oleMiniSector
		if from+oleMiniSector > int64(len(c.mini)) || 4*sector+4 > int64(len(c.miniTable)) {
			break
		}
		content = append(content, c.mini[from:from+oleMiniSector]...)
		sector = int64(binary.LittleEndian.Uint32(c.miniTable[4*sector:]))
	}
	return content[:min(int64(len(content)), e.size)]
}

func entryName(entry []byte) string {
	length := min(int(binary.LittleEndian.Uint16(entry[64:])), 64)
	return strings.TrimRight(utf16Text(entry[:length]), "\x00")
}

// utf16Text decodes little-endian UTF-16.
func utf16Text(data []byte) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units))
}
