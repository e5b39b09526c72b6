// Package bundle combines many files: as a ZIP archive, or several PDFs as one.
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

// longestStem is the number of bytes that a name may have before its extension.
const longestStem = 180

// Names makes file names that differ from each other, also on systems that do not distinguish capital letters. The zero value
// is ready to use. It must not be used concurrently.
type Names struct {
	taken map[string]int // the last number that was tried, by folded name
}

// Take returns a name that was not returned before: the given one in a form that is valid on any system, with a number if it is
// taken, such as "letter (2).pdf".
func (n *Names) Take(name string) string {
	if n.taken == nil {
		n.taken = make(map[string]int)
	}
	name = safe(name)
	stem, extension := split(name)
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

// folded returns the same value for names that some system does not distinguish.
func folded(name string) string { return strings.ToLower(norm.NFC.String(name)) }

// device matches the names of devices in Windows, with any extension.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)`)

// safe returns a name that is valid for a file, and not for a folder, on any system.
func safe(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == utf8.RuneError:
			return -1
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '-'
		}
		return r
	}, name)
	stem, extension := split(name)
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

// longestExtension is the number of bytes that an extension may have, including its dot; longer ones are taken as text.
const longestExtension = 16

func split(name string) (stem, extension string) {
	if extension = path.Ext(name); len(extension) > longestExtension {
		extension = ""
	}
	return strings.TrimSuffix(name, extension), extension
}
