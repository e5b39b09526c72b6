package facts

import (
	"bufio"
	"encoding/binary"
	"io"
)

// The header of an inline image in a .doc (MS-DOC 2.9.190, 2.9.157).
const (
	inlineHeaderSize = 68
	inlineSizeAt     = 4 // length of the header; the length of the whole image is before it
	inlineFormAt     = 6
	inlineShape      = 0x64 // type of an image that is a drawing
	inlineLinked     = 0x66 // type of an image that is a drawing with a file name before it
)

// checkInlineImages checks the inline images of a .doc. Each begins with its length and a header. Formatting data may
// precede images.
func (f *binaryReader) checkInlineImages(stream *bufio.Reader) error {
	known := true // an image or a form field is known to begin here
	for {
		head, err := stream.Peek(inlineFormAt + 2)
		if err != nil {
			return streamError(err)
		}
		le := binary.LittleEndian
		length, form := int64(le.Uint32(head)), le.Uint16(head[inlineFormAt:])
		isHead := length >= inlineHeaderSize && le.Uint16(head[inlineSizeAt:]) == inlineHeaderSize
		if isHead && (known || form == inlineShape || form == inlineLinked) {
			err, known = f.checkInlineImage(io.LimitReader(stream, length), form), true
		} else {
			_, err = stream.Discard(1)
			known = false
		}
		if err != nil {
			return streamError(err)
		}
	}
}

// checkInlineImage checks an element with a header: an image, or the data of a form field. A truncated image is no
// error.
func (f *binaryReader) checkInlineImage(data io.Reader, form uint16) error {
	content := bufio.NewReader(data)
	if _, err := content.Discard(inlineHeaderSize); err != nil {
		return err
	}
	switch form {
	case inlineLinked:
		if err := streamError(skipName(content)); err != nil {
			return err
		}
		fallthrough
	case inlineShape:
		if err := f.readArt(content); err != nil {
			return err
		}
	case 0: // data of a form field
	default:
		f.checker.Skip() // image types of Word 95
	}
	_, err := io.Copy(io.Discard, content)
	return err
}

// skipName skips the length of a name, and the name.
func skipName(content *bufio.Reader) error {
	length, err := content.ReadByte()
	if err == nil {
		_, err = content.Discard(int(length))
	}
	return err
}
