package engine

import (
	"strings"
	"unicode/utf8"
)

// byteRune is the character that stands for a byte 0, as the next ones do for others: the last of
// those that nobody else gives a meaning to (Unicode, plane 16).
const byteRune = 0x10FF00

// EncodeText gives a text as PostgreSQL takes it, which takes UTF-8 alone, and no byte 0: on Linux, the
// Name of a file may be anything else. See decode.
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

// DecodeText gives a path of a file as it was before encode.
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
