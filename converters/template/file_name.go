package template

import (
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// baseName returns the name of a file without folder and extension.
func baseName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	return strings.TrimSuffix(name, path.Ext(name))
}

// longestName is the maximal length of a file name without its extension, in bytes.
const longestName = 180

// device matches names that Windows reserves for devices, with any extension. Windows cannot create files with these
// names.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)`)

// FileName turns a text into a file name that is valid on every operating system. Characters that are not allowed are
// removed or replaced. If nothing remains, the name is "document".
func FileName(text string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == utf8.RuneError:
			return -1
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '-'
		}
		return r
	}, text)
	for len(name) > longestName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	if name = strings.Trim(name, " ."); name == "" {
		return "document"
	}
	if device.MatchString(name) {
		return "_" + name
	}
	return name
}
