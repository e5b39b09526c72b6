// Package bundle puts many files together: as a ZIP archive, or PDFs as one.
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

// longestStem is how many bytes a name may have before its extension.
const longestStem = 180

// Names makes names of files that differ from each other, also where a system does not tell capital
// letters from small ones. The zero value is ready; it is not for several goroutines at once.
type Names struct {
	taken map[string]int // the last number that was tried, by folded names
}

// Take gives a name that was not given yet: the given one as a file can have it on any system, with
// a number where that is taken, such as "letter (2).pdf".
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

// folded is the same for names that a system may take for one.
func folded(name string) string { return strings.ToLower(norm.NFC.String(name)) }

// device matches what names a device in Windows, with any extension.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)`)

// safe gives a name that is one of a file on any system, and of no folder.
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

// longestExtension is how many bytes a name's extension may have, with its dot; more are a sentence.
const longestExtension = 16

func split(name string) (stem, extension string) {
	if extension = path.Ext(name); len(extension) > longestExtension {
		extension = ""
	}
	return strings.TrimSuffix(name, extension), extension
}
