package document

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName bounds a name in characters; longer ones keep their beginning and
// their extension.
const maxName = 200

// maxNameSent bounds the characters of a name that somebody gives a document.
const maxNameSent = 1000

// unnamed is what a document without a usable name is called.
const unnamed = "document"

// CleanName makes a name from outside fit for display: the last element of a
// path, without control characters and without those that turn or hide text,
// bounded in length. It never fails. Nothing is stored under the result.
func CleanName(name string) string {
	name = Legible(name[strings.LastIndexByte(name, '/')+1:])
	if windowsPath.MatchString(name) {
		name = Legible(name[strings.LastIndexByte(name, '\\')+1:])
	}
	if strings.Trim(name, ". ") == "" {
		return unnamed
	}
	return shorten(name)
}

// typedName makes a name that somebody gives a document fit for display, as [CleanName] does. It is no
// path: a slash in it, as in 2024/25, is part of the name, and becomes what a file's name may have.
func typedName(name string) string { return CleanName(strings.ReplaceAll(name, "/", "-")) }

// windowsPath is how a path of Windows begins, with a drive or a server. Elsewhere a backslash may be part of a name.
var windowsPath = regexp.MustCompile(`^(?:[A-Za-z]:|\\)\\`)

// Legible gives a name as it is read: without control characters and without those that
// turn or hide text. Joiners stay where a script or a picture needs them.
func Legible(name string) string {
	var kept strings.Builder
	var before rune // the last one that is kept
	for i, r := range name {
		switch {
		case isJoiner(r):
			if after, _ := utf8.DecodeRuneInString(name[i+utf8.RuneLen(r):]); !joins(before, r, after) {
				continue
			}
		case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r):
			continue
		case unicode.IsSpace(r):
			r = ' '
		}
		before = r
		kept.WriteRune(r)
	}
	return strings.TrimSpace(kept.String())
}

// The characters that say whether their neighbours are written joined. They have no width.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

func isJoiner(r rune) bool { return r == joiner || r == nonJoiner }

// plainScripts are those that people write without joiners: there these could only hide.
var plainScripts = []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Common}

// joins says whether a joiner changes what is seen of its neighbours: of letters whose shapes go
// together, as in Persian and Hindi, or of the parts of one emoji.
func joins(before, r, after rune) bool {
	isPicture := unicode.Is(unicode.So, after) && after != utf8.RuneError
	if r == joiner && unicode.IsOneOf(emojiParts, before) && isPicture {
		return true
	}
	return isShaped(before) && isShaped(after)
}

// emojiParts may come before a joiner in an emoji: pictures, tones of skin, and what asks for
// colour.
var emojiParts = []*unicode.RangeTable{unicode.So, unicode.Sk, unicode.Variation_Selector}

// isShaped says whether a character is a letter or a mark of a script whose letters take shapes by
// their neighbours.
func isShaped(r rune) bool {
	return unicode.IsOneOf([]*unicode.RangeTable{unicode.L, unicode.M}, r) && !unicode.IsOneOf(plainScripts, r)
}

func shorten(name string) string {
	runes := []rune(name)
	if len(runes) <= maxName {
		return name
	}
	extension := ""
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 && utf8.RuneCountInString(name[dot:]) <= 10 {
		extension = name[dot:]
	}
	beginning := runes[:maxName-utf8.RuneCountInString(extension)-1]
	return Legible(string(beginning)) + "…" + extension // a joiner may have lost what it joins
}

// SetFetchedNames names a document by the answer that it was fetched with, as far as nobody has given it names. The name to
// save it under is that of the answer's Content-Disposition, or else of the address. One whose address has no name takes
// that of the address that it was redirected to, for its display name, too.
func (d *Document) SetFetchedNames(filename, address string) {
	if d.DownloadFilename != urlName(d.OriginalURL.Redacted()) {
		return
	}
	if filename != "" {
		d.DownloadFilename = CleanName(filename[strings.LastIndexByte(filename, '\\')+1:]) // no sender may choose a folder (RFC 6266, 4.3)
	} else if d.DownloadFilename == unnamed {
		d.DownloadFilename = urlName(address)
	}
	if d.Name == unnamed {
		d.Name = d.DownloadFilename
	}
}
