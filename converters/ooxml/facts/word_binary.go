package facts

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"lectern/converters/wire"
)

// Offsets in the main stream of a .doc (MS-DOC 2.5). At each of them, the stream contains a position in the table
// stream, followed by a length.
const (
	docVersion    = 0x02
	docWord97     = 0xC1 // first version with a table stream
	docFlags      = 0x0A
	docPictures   = 1 << 3
	docNames      = 0x19A
	docArt        = 0x22A
	docTable1Flag = 1 << 9
)

// The table of names of a .doc (MS-DOC 2.9.276): indices of names, and its header. Each name follows its length.
const (
	docNamesHeaderSize = 6
	docTemplate        = 1
	docMergeSource     = 8
	docNamesUTF16      = 0xFFFF // first word of the header if the names are UTF-16
)

var errWord95 = errors.New("its pictures are stored as Word 6 and Word 95 store them")

// readWordStreams reads the drawings and names of a .doc. The main stream contains the images of the drawings, and the
// positions of the drawings and names in the table stream (MS-DOC 2.9.172, MS-ODRAW 2.2.32).
func (f *binaryReader) readWordStreams(file *compound) error {
	text, _ := file.find("worddocument")
	head := make([]byte, docArt+8)
	if _, err := io.ReadFull(file.open(text, f.remaining), head); err != nil {
		return streamError(err)
	}
	le, name := binary.LittleEndian, "0table"
	flags := le.Uint16(head[docFlags:])
	switch {
	case le.Uint16(head[docVersion:]) < docWord97 && flags&docPictures != 0:
		return errWord95
	case flags&docTable1Flag != 0:
		name = "1table"
	}
	table, err := f.contentOf(file, name)
	f.readNames(tablePart(head, table, docNames))
	if list := tablePart(head, table, docArt); err == nil && len(list) > 0 {
		return f.checkFloatingImages(file, list)
	}
	return err
}

// checkFloatingImages checks the floating images. list is the list of images in the table stream; the images themselves
// are in the main stream.
func (f *binaryReader) checkFloatingImages(file *compound, list []byte) error {
	text, err := f.contentOf(file, "worddocument")
	if err == nil || errors.Is(err, errTooLarge) {
		f.checkArtList(list, text, err != nil)
	}
	return err
}

// tablePart returns a part of the table stream. Its position and length are at an offset of the main stream. If the
// table stream is too short, it returns the bytes that exist.
func tablePart(text, table []byte, offset int) []byte {
	le := binary.LittleEndian
	at, size := int64(le.Uint32(text[offset:])), int64(le.Uint32(text[offset+4:]))
	at = min(at, int64(len(table)))
	return table[at:min(at+size, int64(len(table)))]
}

// readNames adds the template of a .doc, unless it is the default one, and the data source of a mail merge.
func (f *binaryReader) readNames(names []byte) {
	le := binary.LittleEndian
	if len(names) < docNamesHeaderSize || le.Uint16(names) != docNamesUTF16 {
		return
	}
	names = names[docNamesHeaderSize:]
	for number := 0; number <= docMergeSource && len(names) >= 2; number++ {
		end := min(2+2*int(le.Uint16(names)), len(names))
		name := strings.TrimSpace(utf16Text(names[2:end]))
		names = names[end:]
		switch {
		case name == "":
		case number == docTemplate:
			f.addLink("attachedTemplate", name)
		case number == docMergeSource:
			f.addConnection(wire.FactConnection{Name: name, Refresh: true})
		}
	}
}

// contentOf returns the content of a stream of a compound file, or nil if it does not exist.
func (f *binaryReader) contentOf(file *compound, name string) ([]byte, error) {
	if f.remaining <= 0 {
		return nil, errTooLarge
	}
	e, found := file.find(name)
	if !found {
		return nil, nil
	}
	content, err := io.ReadAll(file.open(e, min(f.remaining, maxArt)))
	f.remaining -= int64(len(content))
	return content, err
}
