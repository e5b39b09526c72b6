package ooxml

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"lectern/converters/wire"
)

// The places in the first stream of an old text (MS-DOC 2.5) that lead to its drawings.
const (
	docFlags     = 0x0A
	docArt       = 0x22A // where they begin in the table, and their length behind it
	docOtherFlag = 1 << 9
)

// ofFloatingPictures looks at the pictures of an old text that are not within its lines: their list is among the drawings in
// the table (MS-DOC 2.9.172, MS-ODRAW 2.2.32), their data is in the first stream.
func (f *facts) ofFloatingPictures(file *compound) error {
	text, err := f.stream(file, "worddocument")
	if err != nil || len(text) < docArt+8 {
		return err
	}
	le, name := binary.LittleEndian, "0table"
	if le.Uint16(text[docFlags:])&docOtherFlag != 0 {
		name = "1table"
	}
	table, err := f.stream(file, name)
	if err != nil {
		return err
	}
	at, size := int64(le.Uint32(text[docArt:])), int64(le.Uint32(text[docArt+4:]))
	if at >= int64(len(table)) {
		return nil
	}
	f.ofArtList(table[at:min(at+size, int64(len(table)))], text)
	return nil
}

// stream reads a stream of a compound file; of one that is not there it returns nothing.
func (f *facts) stream(file *compound, name string) ([]byte, error) {
	if f.left <= 0 {
		return nil, errMuch
	}
	for _, e := range file.entries {
		if e.kind == oleStream && strings.ToLower(e.name) == name {
			content, err := io.ReadAll(io.LimitReader(file.open(e, f.left), maxArt))
			f.left -= int64(len(content))
			return content, err
		}
	}
	return nil, nil
}

// ofArtList looks at the pictures of a list, which lie in another stream.
func (f *facts) ofArtList(list, pictures []byte) {
	le := binary.LittleEndian
	for number := 1; len(list) >= artHead; {
		record := readArtRecord(list)
		list = list[artHead:]
		if record.version == artContainer {
			continue
		}
		entry := list[:min(record.size, int64(len(list)))]
		if record.kind == artEntry && len(entry) >= artEntrySize {
			if place := le.Uint32(entry[artPlace:]); place != artNowhere && le.Uint32(entry[artUses:]) > 0 {
				f.picture(fmt.Sprintf("floating picture %d", number), f.placedFault(pictures, int64(place)))
			}
			number++
		}
		list = list[len(entry):]
	}
}

// placedFault returns what is wrong with the picture at a place. Where something else is, it was not checked.
func (f *facts) placedFault(pictures []byte, place int64) string {
	if place+artHead > int64(len(pictures)) {
		return wire.PictureMissing
	}
	record, data := readArtRecord(pictures[place:]), pictures[place+artHead:]
	if !record.isPicture() {
		return f.checker.unverified()
	}
	return f.artFault(record, data[:min(record.size, int64(len(data)), maxPictureBytes)])
}
