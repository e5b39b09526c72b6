package document

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is the maximum length of a name in characters. Longer names are shortened in the middle, so that they keep
// their extension.
const maxName = 200

// maxEnteredName is the maximum length of a name that a person gives a document, in characters.
const maxEnteredName = 1000

// unnamed is the name of a document without a usable name.
const unnamed = "document"

// CleanName returns a name that is safe to display, for a name that a client or server has sent: the last element of a
// path, without control characters and characters that reverse or hide text, shortened if it is long. No file is stored
// under this name.
func CleanName(name string) string {
	name = MakeLegible(name[strings.LastIndexByte(name, '/')+1:])
	if windowsPath.MatchString(name) {
		name = MakeLegible(name[strings.LastIndexByte(name, '\\')+1:])
	}
	if strings.Trim(name, ". ") == "" {
		return unnamed
	}
	return shorten(name)
}

// cleanEnteredName is like [CleanName], for a name that a person has entered. A slash in it, as in 2024/25, belongs to
// the name, and becomes a hyphen.
func cleanEnteredName(name string) string { return CleanName(strings.ReplaceAll(name, "/", "-")) }

// windowsPath matches the beginning of a Windows path, with a drive or a server. In other names a backslash may be part
// of the name.
var windowsPath = regexp.MustCompile(`^(?:[A-Za-z]:|\\)\\`)

// MakeLegible returns a name without control characters and without characters that reverse or hide text. Joiners that
// a script or an emoji needs are kept.
func MakeLegible(name string) string {
	var kept strings.Builder
	var before rune // the last character that was kept
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

// The characters of zero width that join their neighbours or keep them apart.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

func isJoiner(r rune) bool { return r == joiner || r == nonJoiner }

// joinerFreeScripts are scripts that are written without joiners. Among their letters, a joiner is invisible and has no
// effect, but could make different names look the same.
var joinerFreeScripts = []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Common}

// joins reports whether a joiner changes how its neighbours look: letters whose shapes depend on each other, as in
// Persian and Hindi, or the parts of one emoji.
func joins(before, r, after rune) bool {
	isPicture := unicode.Is(unicode.So, after) && after != utf8.RuneError
	if r == joiner && unicode.IsOneOf(emojiParts, before) && isPicture {
		return true
	}
	return isShaped(before) && isShaped(after)
}

// emojiParts are the characters that may precede a joiner in an emoji: pictures, skin tones and variation selectors.
var emojiParts = []*unicode.RangeTable{unicode.So, unicode.Sk, unicode.Variation_Selector}

// isShaped reports whether a character is a letter or mark of a script whose letters change their shape with their
// neighbours.
func isShaped(r rune) bool {
	return unicode.IsOneOf([]*unicode.RangeTable{unicode.L, unicode.M}, r) && !unicode.IsOneOf(joinerFreeScripts, r)
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
	return MakeLegible(string(beginning)) + "…" + extension // removes a joiner whose neighbor was cut off
}

// SetFetchedNames sets the names of a fetched document, unless its owner has given it names. The argument filename is
// from the Content-Disposition of the response. If filename is empty and the address of the document contains no file
// name, the file name is taken from address, to which the request was redirected.
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
