package convert

import "cmp"

// The limits of pages that hold where a Config names none.
const (
	DefaultMaxPages  = 20_000
	DefaultMaxSide   = 14_400 // points: 200 inches
	DefaultMaxPixels = 50e6
	DefaultMaxSVG    = 64_000_000 // bytes
)

// withLimits is the config with its limits of pages filled in.
func (c Config) WithLimits() Config {
	c.MaxPages = cmp.Or(c.MaxPages, DefaultMaxPages)
	c.MaxSide = cmp.Or(c.MaxSide, DefaultMaxSide)
	c.MaxPixels = cmp.Or(c.MaxPixels, DefaultMaxPixels)
	c.MaxSVG = cmp.Or(c.MaxSVG, DefaultMaxSVG)
	c.MaxNesting = cmp.Or(c.MaxNesting, DefaultMaxNesting)
	return c
}

// DefaultMaxNesting is how many levels deep a document may be nested, if nobody says
// otherwise. None of 650 that people have made goes deeper than 30, and as a rule
// XML readers give up there.
const DefaultMaxNesting = 256
