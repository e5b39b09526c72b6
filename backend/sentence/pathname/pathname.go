// Package pathname converts file paths to text and back. A path can have any bytes. JSON must be UTF-8 and
// replaces other bytes, so that an unconverted path could name another file.
package pathname

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// Text returns a path unchanged if it is valid UTF-8, otherwise as a URL such as file:///home/ada/caf%E9.pdf (RFC
// 8089).
func Text(path string) string {
	if utf8.ValidString(path) {
		return path
	}
	address := url.URL{Scheme: "file", Path: path}
	return address.String()
}

// Texts returns several paths as [Text] does.
func Texts(paths []string) []string {
	texts := make([]string, len(paths))
	for i, path := range paths {
		texts[i] = Text(path)
	}
	return texts
}

// Path returns the path that a text names. The text is a path, or the URL of a file on this machine.
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

// Paths returns several paths as [Path] does.
func Paths(texts []string) []string {
	paths := make([]string, len(texts))
	for i, text := range texts {
		paths[i] = Path(text)
	}
	return paths
}
