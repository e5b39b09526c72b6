package jsonobject

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence/bytesize"
)

// Read returns the body of a request, [Unmarked]; that of null is empty. One that is larger than [http.MaxBytesReader] lets through is
// a fault of kind TooLarge, one that does not come to its end one of kind Malformed.
func Read(body io.Reader) ([]byte, error) {
	text, err := readAll(body)
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fault.New(fault.TooLarge, "The body is larger than %s.", bytesize.Text(large.Limit))
	}
	if fault.IsAny(err) {
		return nil, err
	}
	if err != nil {
		return nil, fault.New(fault.Malformed, "The body is cut off.").Coded(fault.UploadIncomplete)
	}
	text = Unmarked(text)
	if string(bytes.TrimSpace(text)) == "null" { // some clients send null for an empty body
		return nil, nil
	}
	return text, nil
}

// readAll is [io.ReadAll], without copies where the body knows how many bytes it has at most.
func readAll(body io.Reader) ([]byte, error) {
	sized, ok := body.(interface{ Size() int64 })
	if !ok {
		return io.ReadAll(body)
	}
	text := bytes.NewBuffer(make([]byte, 0, sized.Size()+bytes.MinRead))
	_, err := text.ReadFrom(body)
	return text.Bytes(), err
}

// Unmarked returns JSON in UTF-8. Editors and shells of Windows write it in UTF-16, or with a mark before it, which
// says so.
func Unmarked(text []byte) []byte {
	if len(text) == 0 || text[0] != 0xef && text[0] != 0xfe && text[0] != 0xff {
		return text // it has no mark, and need not be copied
	}
	plain, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), text)
	if err != nil {
		return text // what is wrong with it is told where it is read
	}
	return plain
}

// Decode reads the object that a body is into a struct, as [Set] does.
func Decode(body io.Reader, into any) error {
	text, err := Read(body)
	if err != nil {
		return err
	}
	return decode(text, into)
}

// DecodeOptional reads the object that a body is, where there is one.
func DecodeOptional(body io.Reader, into any) error {
	text, err := Read(body)
	if err != nil || len(text) == 0 {
		return err
	}
	return decode(text, into)
}

func decode(text []byte, into any) error {
	fields, err := Parse(text)
	if err != nil {
		return err
	}
	return Set(fields, into)
}
