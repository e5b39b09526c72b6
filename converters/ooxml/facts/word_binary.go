package facts

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"lectern/converters/wire"
)

// The places in the first stream of an old text (MS-DOC 2.5): where something begins in its table, with its length behind
// it.
const (
	docVersion   = 0x02
	docWord97    = 0xC1 // the version since which there is a table
	docFlags     = 0x0A
	docPictures  = 1 << 3
	docNames     = 0x19A
	docArt       = 0x22A
	docOtherFlag = 1 << 9
)

// The names of an old text (MS-DOC 2.9.276), behind a head, each with its length before it.
const (
	docNamesHead     = 6
	docTemplate      = 1
	docMergeSource   = 8
	docNamesReadable = 0xFFFF // the head begins so where they are in UTF-16
)

var errWord95 = errors.New("its pictures are stored as Word 6 and Word 95 store them")

// ofOldText looks at what the first stream of an old text leads to in its table: drawings (MS-DOC 2.9.172, MS-ODRAW 2.2.32),
// whose pictures are in the first stream, and names.
func (f *binaryReader) ofOldText(file *compound) error {
	text, _ := file.find("worddocument")
	head := make([]byte, docArt+8)
	if _, err := io.ReadFull(file.open(text, f.left), head); err != nil {
		return artEnd(err)
	}
	le, name := binary.LittleEndian, "0table"
	flags := le.Uint16(head[docFlags:])
	switch {
	case le.Uint16(head[docVersion:]) < docWord97 && flags&docPictures != 0:
		return errWord95
	case flags&docOtherFlag != 0:
		name = "1table"
	}
	table, err := f.stream(file, name)
	f.ofOldNames(tablePart(head, table, docNames))
	if list := tablePart(head, table, docArt); err == nil && len(list) > 0 {
		return f.ofFloatingPictures(file, list)
	}
	return err
}

// ofFloatingPictures looks at the pictures of a list, which lie in the first stream of an old text.
func (f *binaryReader) ofFloatingPictures(file *compound, list []byte) error {
	text, err := f.stream(file, "worddocument")
	if err == nil || errors.Is(err, errMuch) {
		f.ofArtList(list, text, err != nil)
	}
	return err
}

// tablePart returns what a place in the first stream leads to, as far as it is there.
func tablePart(text, table []byte, place int) []byte {
	le := binary.LittleEndian
	at, size := int64(le.Uint32(text[place:])), int64(le.Uint32(text[place+4:]))
	at = min(at, int64(len(table)))
	return table[at:min(at+size, int64(len(table)))]
}

// ofOldNames notes the template of an old text, unless it is that of every text, and the source of form letters.
func (f *binaryReader) ofOldNames(names []byte) {
	le := binary.LittleEndian
	if len(names) < docNamesHead || le.Uint16(names) != docNamesReadable {
		return
	}
	names = names[docNamesHead:]
	for number := 0; number <= docMergeSource && len(names) >= 2; number++ {
		end := min(2+2*int(le.Uint16(names)), len(names))
		name := strings.TrimSpace(utf16Text(names[2:end]))
		names = names[end:]
		switch {
		case name == "":
		case number == docTemplate:
			f.link("attachedTemplate", name)
		case number == docMergeSource:
			f.connection(wire.FactConnection{Name: name, Refresh: true})
		}
	}
}

// stream reads a stream of a compound file; of one that is not there it returns nothing.
func (f *binaryReader) stream(file *compound, name string) ([]byte, error) {
	if f.left <= 0 {
		return nil, errMuch
	}
	e, found := file.find(name)
	if !found {
		return nil, nil
	}
	content, err := io.ReadAll(file.open(e, min(f.left, maxArt)))
	f.left -= int64(len(content))
	return content, err
}
