// Package frontend contains the built front end. Its folders are viewer (the script of the viewer), preview (the script
// of the viewer in previews), embed (the scripts for embedding), demo (the script of the demo), reference (the page of
// the API reference), docs (the documentation) and studio (the page for managing documents).
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

// FS returns the folder that Vite writes to. Before the first build it only contains a marker file.
func FS() fs.FS { return sub(dist, "dist") }

// Languages returns the folder with the texts of the viewer: a JSON file for each language, named after its BCP 47 tag,
// which maps names to texts.
func Languages() fs.FS { return sub(languages, "src/viewer/languages") }

// Sentences returns the folder with translations of the server's messages: a file for each language except for English,
// which maps codes to sentences.
func Sentences() fs.FS { return sub(sentences, "src/sentences") }

func sub(files embed.FS, folder string) fs.FS {
	inner, err := fs.Sub(files, folder)
	if err != nil {
		panic(err) // the folders' names are valid paths, so fs.Sub cannot fail
	}
	return inner
}
