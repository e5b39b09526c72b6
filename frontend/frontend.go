// Package frontend holds the built front end: the viewer's script below viewer/, the
// script of its previews below preview/, the embedding script below embed/, the demo's
// below demo/, the reference page below reference/, the documentation below docs/
// and the window's page below studio/.
package frontend

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

//go:embed src/viewer/languages/*.json
var languages embed.FS

//go:embed src/sentences/*.json
var sentences embed.FS

// FS is the folder that Vite writes to. Before the first build it is empty but
// for a marker file.
func FS() fs.FS { return sub(dist, "dist") }

// Languages is the folder with what the viewer says: a file a language, named after its
// tag of BCP 47, of sentences by their names.
func Languages() fs.FS { return sub(languages, "src/viewer/languages") }

// Sentences is the folder with what the server says to readers: a file for each of the languages
// but English, of sentences by their codes.
func Sentences() fs.FS { return sub(sentences, "src/sentences") }

func sub(files embed.FS, folder string) fs.FS {
	inner, err := fs.Sub(files, folder)
	if err != nil {
		panic(err) // the folders' names are valid paths, so fs.Sub cannot fail
	}
	return inner
}
