package convert

import "cmp"

// Default limits of pages.
const (
	DefaultMaxPages  = 20_000
	DefaultMaxSide   = 14_400 // points, which are 200 inches
	DefaultMaxPixels = 50e6
	DefaultMaxSVG    = 64_000_000 // bytes
)

// WithLimits returns the configuration with the default values for limits that are not set.
func (c Config) WithLimits() Config {
	c.MaxPages = cmp.Or(c.MaxPages, DefaultMaxPages)
	c.MaxSide = cmp.Or(c.MaxSide, DefaultMaxSide)
	c.MaxPixels = cmp.Or(c.MaxPixels, DefaultMaxPixels)
	c.MaxSVG = cmp.Or(c.MaxSVG, DefaultMaxSVG)
	c.MaxNesting = cmp.Or(c.MaxNesting, DefaultMaxNesting)
	return c
}

// DefaultMaxNesting is the default limit of nested levels. None of 650 documents written by people has more than 30
// levels. XML parsers usually allow 256 levels.
const DefaultMaxNesting = 256
