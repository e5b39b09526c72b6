// Package office converts Office documents with LibreOffice. A program that
// imports it and is started as
//
//	lectern-converter office PROGRAM FOLDER MEMORY CPU SPARES [READ…]
//
// never reaches Go: a constructor in C takes over before the Go runtime starts,
// and serves the messages of [lectern/converters/wire] on its standard input and
// output until the input ends.
//
// The process is a fork server. It starts LibreOffice once (0.5 s)
// and forks a child for every document, which is ready in a few milliseconds,
// shares the parent's memory, converts that one document and ends: nothing of a
// document is left for the next one, and a crash takes one document with it. In
// idle time spares are forked ahead and warmed by converting the samples in
// assets, which halves what the next document waits for its first page.
//
// Descriptor 3 is inherited by every process of the tree and used by none: when
// the server sees its pipe close, the last of them is gone.
//
// The parent reads no byte of a document and has one thread of its own. The files
// in the order in which to read them: entry.c, server.c, children.c, child.c,
// conversion.c, document.c.
//
// All this is Linux's. [ServeSoffice] serves the same messages everywhere: it has a soffice of its own for
// each document.
package office

import "embed"

// assets has the files that assets_data.S includes: embedding them makes them
// part of what the Go tool looks at when it decides whether to build anew.
//
//go:embed assets
var assets embed.FS
