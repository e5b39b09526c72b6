package engine

import (
	"strings"
	"unicode/utf8"
)

// byteRune is the character that stands for a byte with value 0. The 255 characters after it stand for the other byte
// values. They are the last private-use characters of Unicode, in plane 16.
const byteRune = 0x10FF00

// EncodeText returns a text in a form that PostgreSQL accepts: valid UTF-8 without zero bytes. Texts may be invalid
// UTF-8, because file names on Linux can contain arbitrary bytes. See [DecodeText].
func EncodeText(text string) string {
	if utf8.ValidString(text) && !strings.Contains(text, "\x00") {
		return text
	}
	var encoded strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 || r == 0 {
			encoded.WriteRune(byteRune + rune(text[i]))
		} else {
			encoded.WriteString(text[i : i+size])
		}
		i += size
	}
	return encoded.String()
}

// DecodeText returns the text that [EncodeText] has encoded.
func DecodeText(path string) string {
	if !strings.Contains(path, "\xf4\x8f") {
		return path
	}
	var decoded strings.Builder
	for _, r := range path {
		if r >= byteRune && r < byteRune+0x100 {
			decoded.WriteByte(byte(r - byteRune))
		} else {
			decoded.WriteRune(r)
		}
	}
	return decoded.String()
}
