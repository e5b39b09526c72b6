package picture

import (
	"encoding/base64"
	"math"
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// decodeBody decodes the body of a data URL. head is the part of the URL before the body: the media type, and whether
// the body is in Base64. decodeBody returns nil if the body is invalid.
func decodeBody(head, body string) []byte {
	if !strings.HasSuffix(strings.ToLower(head), ";base64") {
		text, err := url.PathUnescape(body)
		if err != nil {
			return nil
		}
		return []byte(text)
	}
	content, err := DecodeBase64(body)
	if err != nil {
		return nil
	}
	return content
}

// DecodeBase64 decodes a Base64 text in the standard or the URL alphabet, with or without padding and spaces.
func DecodeBase64(text string) ([]byte, error) {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || r == '=':
			return -1
		case r == '-':
			return '+'
		case r == '_':
			return '/'
		}
		return r
	}, text)
	return base64.RawStdEncoding.DecodeString(text)
}

// maxLength is the largest accepted length, in EMU.
const maxLength = 200 * Inch

// ParseLength parses a length: a number of pixels, or a number followed by the unit px, pt, mm, cm or in. ok is false
// if the value is not a valid length.
func ParseLength(value any) (emu int64, ok bool) {
	number, unit := 0.0, float64(Pixel)
	switch value := value.(type) {
	case float64:
		number = value
	case string:
		text := strings.ToLower(strings.TrimSpace(value))
		for name, size := range map[string]float64{"px": Pixel, "pt": Point, "mm": Centimetre / 10, "cm": Centimetre, "in": Inch} {
			if cut, found := strings.CutSuffix(text, name); found {
				text, unit = strings.TrimSpace(cut), size
				break
			}
		}
		var err error
		if number, err = strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64); err != nil {
			return 0, false
		}
	default:
		return 0, false
	}
	if length := number * unit; length >= 1 && length <= maxLength && !math.IsNaN(length) {
		return int64(length), true
	}
	return 0, false
}
