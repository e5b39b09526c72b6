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

// Read returns the body of a request in UTF-8 without a byte order mark, see [ToUTF8]. If the body is null, Read
// returns no bytes. The error is a fault of kind TooLarge if the body exceeds the limit of [http.MaxBytesReader], and
// of kind Malformed if the body is truncated.
func Read(body io.Reader) ([]byte, error) {
	text, err := readAll(body)
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fault.New(fault.TooLarge, "The body is larger than %s.", bytesize.Text(large.Limit))
	}
	if fault.IsFault(err) {
		return nil, err
	}
	if err != nil {
		return nil, fault.New(fault.Malformed, "The body is incomplete.").WithCode(fault.UploadIncomplete)
	}
	text = ToUTF8(text)
	if string(bytes.TrimSpace(text)) == "null" { // some clients send null for an empty body
		return nil, nil
	}
	return text, nil
}

// readAll does the same as [io.ReadAll], but allocates memory only once if the maximum size of the body is known.
func readAll(body io.Reader) ([]byte, error) {
	sized, ok := body.(interface{ Size() int64 })
	if !ok {
		return io.ReadAll(body)
	}
	text := bytes.NewBuffer(make([]byte, 0, sized.Size()+bytes.MinRead))
	_, err := text.ReadFrom(body)
	return text.Bytes(), err
}

// ToUTF8 converts JSON to UTF-8 without a byte order mark. Windows editors and shells write UTF-16, or UTF-8 with a
// byte order mark.
func ToUTF8(text []byte) []byte {
	if len(text) == 0 || text[0] != 0xef && text[0] != 0xfe && text[0] != 0xff {
		return text // without a byte order mark, no conversion is needed
	}
	plain, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), text)
	if err != nil {
		return text // the JSON decoder reports the error
	}
	return plain
}

// Decode decodes the JSON object in a body into a struct. It reports wrong fields in the same way as [Set].
func Decode(body io.Reader, target any) error {
	text, err := Read(body)
	if err != nil {
		return err
	}
	return decode(text, target)
}

// DecodeOptional does the same as [Decode], but accepts a body that is empty or null.
func DecodeOptional(body io.Reader, target any) error {
	text, err := Read(body)
	if err != nil || len(text) == 0 {
		return err
	}
	return decode(text, target)
}

func decode(text []byte, target any) error {
	fields, err := Parse(text)
	if err != nil {
		return err
	}
	return Set(fields, target)
}
