package pdf

/*
#include "details/api.h"
*/
import "C"

import (
	"math"
	"net/url"
	"slices"
	"strings"
	"unsafe"

	"lectern/converters/wire"
)

// entry is an outline entry or a link.
type entry struct {
	depth  int
	text   string
	box    wire.Box
	target wire.Target
}

// decodeEntries decodes lectern_entry records. They come from this process, so an invalid record is a bug and panics.
func decodeEntries(data []byte) []entry {
	var entries []entry
	for len(data) > 0 {
		c := (*C.lectern_entry)(unsafe.Pointer(&data[0]))
		data = data[C.sizeof_lectern_entry:]
		e := entry{depth: int(c.depth), box: wire.Box{
			wire.Hundredths(float64(c.x0)), wire.Hundredths(float64(c.y0)),
			wire.Hundredths(float64(c.x1)), wire.Hundredths(float64(c.y1)),
		}}
		var uri string
		e.text, data = cutPadded(data, int(c.text_size))
		uri, data = cutPadded(data, int(c.uri_size))
		e.target = newTarget(int(c.page), float64(c.left), float64(c.top), uri)
		entries = append(entries, e)
	}
	return entries
}

// cutPadded splits off a text of the given size, and its padding to a multiple of 4 bytes.
func cutPadded(data []byte, size int) (text string, rest []byte) {
	text = strings.ToValidUTF8(string(data[:size]), string('\uFFFD'))
	return text, data[(size+3)&^3:]
}

func newTarget(page int, left, top float64, uri string) wire.Target {
	if page == 0 {
		return wire.Target{URI: allowedURI(uri)}
	}
	return wire.Target{Page: page, Left: coordinate(left), Top: coordinate(top)}
}

func coordinate(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	v = wire.Hundredths(v)
	return &v
}

// allowedURI returns the address if a browser may open it, else "". Links to files and scripts are blocked.
func allowedURI(uri string) string {
	parsed, err := url.Parse(strings.TrimSpace(uri))
	if err != nil || !slices.Contains([]string{"http", "https", "mailto"}, parsed.Scheme) {
		return ""
	}
	if parsed.Scheme != "mailto" && parsed.Host == "" {
		return ""
	}
	return parsed.String()
}
