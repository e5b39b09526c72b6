// Package pathname writes paths of files as text. A path is made of any bytes, and what travels as
// JSON of UTF-8 alone: without this, such a path would come to name another file.
package pathname

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// Text gives a path as it stands where that is UTF-8, else as an address such as
// file:///home/ada/caf%E9.pdf (RFC 8089).
func Text(path string) string {
	if utf8.ValidString(path) {
		return path
	}
	address := url.URL{Scheme: "file", Path: path}
	return address.String()
}

// Texts gives several paths as [Text] does.
func Texts(paths []string) []string {
	texts := make([]string, len(paths))
	for i, path := range paths {
		texts[i] = Text(path)
	}
	return texts
}

// Path gives the path that a text stands for, be it written as a path or as an address of a file of
// this machine.
func Path(text string) string {
	if !strings.HasPrefix(text, "file:") {
		return text
	}
	address, err := url.Parse(text)
	if err != nil || address.Path == "" {
		return text
	}
	return address.Path
}

// Paths gives the paths of several texts as [Path] does.
func Paths(texts []string) []string {
	paths := make([]string, len(texts))
	for i, text := range texts {
		paths[i] = Path(text)
	}
	return paths
}
