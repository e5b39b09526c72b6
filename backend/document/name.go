package document

import (
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
	if cut := strings.LastIndexAny(name, `/\`); cut >= 0 {
		name = name[cut+1:]
	}
	name = legible(name)
	if strings.Trim(name, ". ") == "" {
		return unnamed
	}
	return shorten(name)
}

// legible gives a name as it is read: without control characters and without those that
// turn or hide text.
func legible(name string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, name))
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
	return string(runes[:maxName-utf8.RuneCountInString(extension)-1]) + "…" + extension
}
