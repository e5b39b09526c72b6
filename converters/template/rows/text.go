package rows

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// decode converts a text to UTF-8. It recognizes UTF-16 by the byte order mark or by zero bytes. A text that is not
// valid UTF-8 is decoded as Windows-1252, which spreadsheet programs write. ok is false if the source is not a text.
func decode(source []byte) (text []byte, ok bool) {
	switch {
	case bytes.HasPrefix(source, []byte("\xef\xbb\xbf")):
		text = source[3:]
	case bytes.HasPrefix(source, []byte("\xff\xfe")):
		text = fromUTF16(source[2:], 0, 1)
	case bytes.HasPrefix(source, []byte("\xfe\xff")):
		text = fromUTF16(source[2:], 1, 0)
	case len(source) > 1 && source[0] != 0 && source[1] == 0:
		text = fromUTF16(source, 0, 1)
	case len(source) > 1 && source[0] == 0 && source[1] != 0:
		text = fromUTF16(source, 1, 0)
	default:
		text = source
	}
	if !utf8.Valid(text) {
		var err error
		if text, err = charmap.Windows1252.NewDecoder().Bytes(text); err != nil {
			return nil, false
		}
	}
	return text, bytes.IndexByte(text, 0) < 0 && !bytes.HasPrefix(text, []byte("%PDF-"))
}

// fromUTF16 decodes UTF-16. low and high are the offsets of the low and the high byte within a unit.
func fromUTF16(source []byte, low, high int) []byte {
	text := make([]byte, 0, len(source)/2+len(source)/8)
	for i := 0; i+1 < len(source); i += 2 {
		r := rune(source[i+low]) | rune(source[i+high])<<8
		if utf16.IsSurrogate(r) && i+3 < len(source) {
			second := rune(source[i+2+low]) | rune(source[i+2+high])<<8
			if whole := utf16.DecodeRune(r, second); whole != utf8.RuneError {
				r, i = whole, i+2
			}
		}
		text = utf8.AppendRune(text, r)
	}
	return text
}

// lineCount returns the number of line breaks in a text: \n, \r\n or \r.
func lineCount(text []byte) int {
	count := bytes.Count(text, []byte{'\n'})
	if bytes.IndexByte(text, '\r') < 0 {
		return count
	}
	return count + bytes.Count(text, []byte{'\r'}) - bytes.Count(text, []byte("\r\n"))
}
