// Package convert contains the configuration, the errors and the metrics that the packages for the different converter
// processes share. The packages in its folder start the processes, pass documents to them, limit their time, memory and
// number, and replace processes that have died. The server itself parses documents only to detect their type (package
// filetype).
package convert

import "time"

// Config configures the converters: paths and limits.
type Config struct {
	// Converter is the path of the lectern-converter program.
	Converter string
	// LibreOffice is the folder of LibreOffice that contains program/soffice.bin; empty if none was found.
	LibreOffice string
	// If Soffice is set, LibreOffice's own soffice program converts each Office document, instead of a child process
	// that is forked from a process in which LibreOffice is loaded. This is slower and not confined by a sandbox.
	Soffice bool
	// Fonts is a folder of additional fonts; may be empty.
	Fonts string
	// TempDir is a private folder. Each process has its own working folder in it.
	TempDir string
	// Deadline limits the time of one conversion or of one request to a PDF process.
	Deadline time.Duration
	// Memory limits the address space of a process that parses documents, in bytes.
	Memory int64
	// Workers is the number of Office conversions that run at once.
	Workers int
	// MaxPages is the maximum number of pages of a document; 0 means 20,000.
	MaxPages int
	// MaxSide is the maximum length of a side of a page in points; 0 means 14,400, which is 200 inches. A larger page
	// is drawn smaller.
	MaxSide float64
	// MaxPixels is the maximum number of pixels of the image of a page; 0 means 50 million. A larger image is drawn at
	// a smaller scale.
	MaxPixels float64
	// MaxSVG is the maximum size of an SVG in bytes; 0 means 64 MB. A page whose SVG would be larger is drawn as an
	// image.
	MaxSVG int64
	// MaxNesting is the maximum number of levels of nested XML elements, or of nested groups of an RTF; 0 means 256.
	MaxNesting int
	// Idle is the time for which a process without work is kept.
	Idle time.Duration
	// Metrics count the work; may be nil.
	Metrics *Metrics
}
