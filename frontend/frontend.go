// Package frontend holds the built front end: the viewer's script below viewer/
// and the window's page below studio/.
package frontend

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// FS is the folder that Vite writes to. Before the first build it is empty but
// for a marker file.
func FS() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // "dist" is a valid path, so fs.Sub cannot fail
	}
	return sub
}
