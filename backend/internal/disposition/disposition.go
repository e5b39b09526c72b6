// Package disposition parses the header Content-Disposition of responses (RFC 6266) and of form parts (RFC 7578),
// including the invalid forms that are in use.
package disposition

import (
	"mime"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Header is a parsed Content-Disposition header. Its texts come from other programs, and must be cleaned before they
// are displayed.
type Header struct {
	// Name is the name of a form part.
	Name string
	// Filename may contain a path. HasFilename is true if the header contains a file name, even an empty one.
	Filename    string
	HasFilename bool
}

// Parse parses a header. It never fails: it omits the parts of the header that it cannot parse. The extended form of
// the file name (filename*, RFC 8187) takes precedence over the plain form (filename). The plain form may be in UTF-8
// or Latin-1, and may contain encoded words (RFC 2047).
func Parse(header string) Header {
	parameters := parseParameters(header)
	h := Header{Name: DecodeText(parameters["name"])}
	plain, hasPlain := parameters["filename"]
	extended, hasExtended := parameters["filename*"]
	h.HasFilename = hasPlain || hasExtended
	if name, ok := decodeExtended(extended); ok {
		h.Filename = name
		return h
	}
	if h.Filename = decodeWords(DecodeText(plain)); h.Filename == "" {
		if _, all, err := mime.ParseMediaType(header); err == nil { // joins a name that is split into several parameters (RFC 2231)
			h.Filename = all["filename"]
			h.HasFilename = h.HasFilename || h.Filename != ""
		}
	}
	return h
}

// ParsePart parses the header of a form part. Browsers percent-encode quotation marks and line ends, and nothing else,
// in the file names of forms. Unlike [Parse], ParsePart decodes these characters.
func ParsePart(header string) Header {
	h := Parse(header)
	if _, extended := parseParameters(header)["filename*"]; !extended {
		h.Filename = unescapeForm(h.Filename)
	}
	h.Name = unescapeForm(h.Name)
	return h
}

func unescapeForm(text string) string {
	return strings.NewReplacer("%22", `"`, "%0D", "\r", "%0d", "\r", "%0A", "\n", "%0a", "\n").Replace(text)
}

// DecodeText decodes bytes as UTF-8. Bytes that are not valid UTF-8 are decoded as the Windows variant of Latin-1.
func DecodeText(raw string) string {
	if utf8.ValidString(raw) {
		return raw
	}
	text, err := charmap.Windows1252.NewDecoder().String(raw)
	if err != nil {
		return raw
	}
	return text
}

// decodeWords decodes encoded words (RFC 2047). They are not allowed in this header, but some servers send them.
func decodeWords(text string) string {
	if !strings.Contains(text, "=?") {
		return text
	}
	decoded, err := new(mime.WordDecoder).DecodeHeader(text)
	if err != nil {
		return text
	}
	return decoded
}

// decodeExtended decodes a value in the syntax of RFC 8187: a charset, a language, and percent-encoded bytes. It
// returns false if the value is empty, or the charset is neither UTF-8 nor Latin-1.
func decodeExtended(value string) (string, bool) {
	charset, rest, _ := strings.Cut(value, "'")
	_, encoded, found := strings.Cut(rest, "'")
	raw, err := url.PathUnescape(encoded)
	if err != nil || !found || raw == "" {
		return "", false
	}
	switch strings.ToLower(charset) {
	case "utf-8", "us-ascii":
		return raw, utf8.ValidString(raw)
	case "iso-8859-1", "windows-1252":
		text, err := charmap.Windows1252.NewDecoder().String(raw)
		return text, err == nil
	}
	return "", false
}

// parseParameters returns the parameters of a header, keyed by lower-case name. If a name occurs more than once, the
// first value is used.
func parseParameters(header string) map[string]string {
	parameters := map[string]string{}
	for rest := header; rest != ""; {
		var name, value string
		name, value, rest = cutParameter(rest)
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := parameters[name]; !twice && name != "" {
			parameters[name] = value
		}
	}
	return parameters
}

// cutParameter splits off the first parameter of a header. The text before the first semicolon is returned like a
// parameter without a value. An unquoted value may contain spaces, because many programs send such values.
func cutParameter(header string) (name, value, rest string) {
	end := strings.IndexAny(header, ";=")
	switch {
	case end < 0:
		return "", "", ""
	case header[end] == ';':
		return "", "", header[end+1:]
	}
	name, rest = header[:end], strings.TrimLeft(header[end+1:], " \t")
	if strings.HasPrefix(rest, `"`) {
		value, rest = parseQuoted(rest[1:])
		_, rest, _ = strings.Cut(rest, ";")
		return name, value, rest
	}
	value, rest, _ = strings.Cut(rest, ";")
	return name, strings.TrimSpace(value), rest
}

// parseQuoted parses a quoted string, starting after its opening quotation mark. A backslash escapes only quotation
// marks and backslashes; before other characters it is part of a Windows path.
func parseQuoted(text string) (value, rest string) {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return out.String(), text[i+1:]
		case c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			out.WriteByte(text[i])
		default:
			out.WriteByte(c)
		}
	}
	return out.String(), ""
}
