package markup

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"
)

// Unescape returns the text that escaped markup stands for.
func Unescape(raw []byte) string {
	if bytes.IndexByte(raw, '&') < 0 {
		return string(raw)
	}
	return html.UnescapeString(string(raw))
}

// AppendEscaped appends an escaped text, for use in an element or in a quoted attribute. Characters that XML does not
// allow (XML 1.0, 2.2) are left out.
func AppendEscaped(dst []byte, text string) []byte {
	from := 0
	for i := 0; i < len(text); {
		c := text[i]
		size, by := 1, ""
		switch {
		case c >= utf8.RuneSelf:
			var r rune
			if r, size = utf8.DecodeRuneInString(text[i:]); (r != utf8.RuneError || size > 1) && r != 0xfffe && r != 0xffff {
				i += size
				continue
			}
		case c == '&':
			by = "&amp;"
		case c == '<':
			by = "&lt;"
		case c == '>':
			by = "&gt;"
		case c == '"':
			by = "&quot;"
		case c >= ' ' || c == '\n' || c == '\t' || c == '\r':
			i++
			continue
		}
		dst = append(append(dst, text[from:i]...), by...)
		i += size
		from = i
	}
	return append(dst, text[from:]...)
}

// Escape returns the escaped text; see [AppendEscaped].
func Escape(text string) string {
	if !strings.ContainsFunc(text, isSpecial) {
		return text
	}
	return string(AppendEscaped(nil, text))
}

func isSpecial(r rune) bool {
	return r < ' ' || r == '&' || r == '<' || r == '>' || r == '"' || r == utf8.RuneError || r == 0xfffe || r == 0xffff
}
