// Package bundle combines many files into one: files into a ZIP archive, or PDFs into a single PDF.
package bundle

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// longestStem is the maximum length of a name without its extension, in bytes.
const longestStem = 180

// Names makes file names unique, also on systems that do not distinguish upper and lower case. The zero value is ready
// to use. It must not be used concurrently.
type Names struct {
	taken map[string]int // last number that was tried for a name, by folded name
}

// Unique returns a name that differs from all names that it has returned before. It changes the given name so that the
// name is valid on every system. If the name was already returned, Unique adds a number, as in "letter (2).pdf".
func (n *Names) Unique(name string) string {
	if n.taken == nil {
		n.taken = make(map[string]int)
	}
	name = safeName(name)
	stem, extension := splitExtension(name)
	first := folded(name)
	for number, found := n.taken[first]; found; {
		number++
		n.taken[first] = number
		name = fmt.Sprintf("%s (%d)%s", stem, number, extension)
		_, found = n.taken[folded(name)]
	}
	n.taken[folded(name)] = 1
	return name
}

// folded returns a key for a file name. Names that some systems treat as the same file, such as names that differ only
// in case, have equal keys.
func folded(name string) string { return strings.ToLower(norm.NFC.String(name)) }

// device matches the names of devices on Windows, with any extension.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)`)

// safeName returns the name of a file, without folders, in a form that is valid on every system.
func safeName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == utf8.RuneError:
			return -1
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '-'
		}
		return r
	}, name)
	stem, extension := splitExtension(name)
	for len(stem) > longestStem {
		_, size := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-size]
	}
	if stem = strings.Trim(stem, " ."); stem == "" {
		stem = "document"
	}
	name = strings.TrimRight(stem+extension, " .")
	if device.MatchString(name) {
		return "_" + name
	}
	return name
}

// longestExtension is the maximum length of an extension, including its dot, in bytes. A longer extension counts as
// part of the name.
const longestExtension = 16

func splitExtension(name string) (stem, extension string) {
	if extension = path.Ext(name); len(extension) > longestExtension {
		extension = ""
	}
	return strings.TrimSuffix(name, extension), extension
}
