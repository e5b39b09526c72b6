// Package build contains the mark (the logo) of Lectern, for programs and pages that show it. The other files of the
// folder are tools of the build.
package build

import _ "embed" // embeds the mark

// Mark is the mark as an SVG file.
//
//go:embed lectern.svg
var Mark string
