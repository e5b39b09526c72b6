// Package samples holds the project's own documents: the three that a new library can begin with,
// embedded, and below testdata a small one of every type for the tests.
//
// They are made by source/make.py, out of the sources beside it.
package samples

import "embed"

//go:embed letter.docx budget.xlsx guide.pdf
var files embed.FS

// FS gives the three sample documents: letter.docx, budget.xlsx and guide.pdf.
func FS() embed.FS { return files }
