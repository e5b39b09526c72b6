package facts

import (
	"bufio"
	"encoding/binary"
	"io"
)

// The head of a picture within the lines of an old text (MS-DOC 2.9.190, 2.9.157).
const (
	inlineHead   = 68
	inlineSizeAt = 4 // its own length, behind that of all
	inlineFormAt = 6
	inlineShape  = 0x64 // the forms: a drawing
	inlineLinked = 0x66 // a drawing behind the name of a file
)

// ofInlinePictures looks at the pictures within the lines of an old text: each has its length before it, and a head.
// Formatting that is too long for its place may lie between them.
func (f *binaryReader) ofInlinePictures(stream *bufio.Reader) error {
	known := true // whether something begins here
	for {
		head, err := stream.Peek(inlineFormAt + 2)
		if err != nil {
			return artEnd(err)
		}
		le := binary.LittleEndian
		length, form := int64(le.Uint32(head)), le.Uint16(head[inlineFormAt:])
		isHead := length >= inlineHead && le.Uint16(head[inlineSizeAt:]) == inlineHead
		if isHead && (known || form == inlineShape || form == inlineLinked) {
			err, known = f.ofInlinePicture(io.LimitReader(stream, length), form), true
		} else {
			_, err = stream.Discard(1)
			known = false
		}
		if err != nil {
			return artEnd(err)
		}
	}
}

// ofInlinePicture looks at what has a head of its own: a picture, or the data of a field. Its end within that picture is no
// error.
func (f *binaryReader) ofInlinePicture(data io.Reader, form uint16) error {
	content := bufio.NewReader(data)
	if _, err := content.Discard(inlineHead); err != nil {
		return err
	}
	switch form {
	case inlineLinked:
		if err := artEnd(skipName(content)); err != nil {
			return err
		}
		fallthrough
	case inlineShape:
		if err := f.ofArt(content); err != nil {
			return err
		}
	case 0: // the data of a field
	default:
		f.checker.Skip() // as Word 95 stored it
	}
	_, err := io.Copy(io.Discard, content)
	return err
}

// skipName passes over a name that has its length before it.
func skipName(content *bufio.Reader) error {
	length, err := content.ReadByte()
	if err == nil {
		_, err = content.Discard(int(length))
	}
	return err
}
