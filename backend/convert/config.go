// Package convert has what all kinds of converter processes share: their configuration, their errors and their metrics. Its
// sub-packages start the processes, hand them documents, limit their time, memory and number, and replace those that die. The
// server parses no byte of a document itself, except for the type of its content (filetype).
package convert

import "time"

// Config says where the converters are and what bounds them.
type Config struct {
	// Converter is the path of the lectern-converter program.
	Converter string
	// LibreOffice is the engine's folder, the one that holds program/soffice.bin;
	// empty where none was found.
	LibreOffice string
	// Soffice has each Office document converted by a program of LibreOffice's own instead of by
	// a child of one that is forked: more slowly, and confined by nothing.
	Soffice bool
	// Fonts is a folder of further fonts; may be empty.
	Fonts string
	// TempDir is a private folder; each process works in a folder of its own below it.
	TempDir string
	// Deadline bounds one conversion or one request to a PDF process.
	Deadline time.Duration
	// Memory bounds the address space of a process that parses, in bytes.
	Memory int64
	// Workers is how many Office conversions run at once.
	Workers int
	// MaxPages is how many pages a document may have, and 0 the default, 20,000.
	MaxPages int
	// MaxSide is how long a page's longer side may be, in points, and 0 the default,
	// 14,400, which is 200 inches: a larger page is shown smaller.
	MaxSide float64
	// MaxPixels is how many pixels an image may have, and 0 the default, 50 million: it
	// is drawn at a smaller scale.
	MaxPixels float64
	// MaxSVG is how many bytes an SVG may have, and 0 the default, 64 MiB: a page
	// beyond comes as an image.
	MaxSVG int64
	// MaxNesting is how many levels deep elements, or groups of an RTF, may lie within each
	// other, and 0 the default, 256.
	MaxNesting int
	// Idle is how long a process without work is kept.
	Idle time.Duration
	// Metrics count what is done; may be nil.
	Metrics *Metrics
}
