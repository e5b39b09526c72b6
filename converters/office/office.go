// Package office converts Office documents with LibreOffice. A program that imports it and is started as
//
//	lectern-converter office PROGRAM FOLDER MEMORY CPU SPARES [READ…]
//
// never reaches Go: a constructor in C takes over before the Go runtime starts, and serves the messages of
// [lectern/converters/wire] on its standard input and output until the input ends.
//
// The process is a fork server. It starts LibreOffice once, which takes 0.5 s, and forks a child for every document.
// The child is ready in a few milliseconds, shares the memory of its parent, converts one document and exits. So no
// data of a document remains for the next one, and a crash affects only one document. In idle time the server forks
// spares and warms them by converting the samples in assets, which halves the time until the first page of the next
// document.
//
// Every process of the tree inherits descriptor 3, a pipe that none of them uses. When the server sees it close, all of
// them have ended.
//
// The parent parses no document and has one thread of its own. Read the files in this order: entry.c, server.c,
// child_pool.c, process.c, child.c, conversion.c, document.c.
//
// All of this is for Linux. [ServeSoffice] serves the same messages on every system, with one soffice process per
// document.
package office

import "embed"

// assets contains the files that assets_data.S includes. They are embedded so that the go command builds the package
// again when one of them changes.
//
//go:embed assets
var assets embed.FS
