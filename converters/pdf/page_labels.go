package pdf

/*
#include "details/api.h"
*/
import "C"

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
)

// numbering defines the labels of consecutive pages. Its field page is the first of these pages (numbered from 0). The
// last one is the page before the next numbering (ISO 32000-1, 12.4.2).
type numbering struct {
	page, start int
	style       byte // D, R, r, A or a; labels of other styles have no number
	prefix      string
}

// labels returns the labels of all pages, or nil if they are the page numbers.
func (d *Document) labels() ([]string, error) {
	data, err := d.bytes(func(out *C.lectern_bytes) C.int { return C.lectern_page_labels(d.c, out) })
	if err != nil {
		return nil, err
	}
	return pageLabels(decodeNumberings(data), d.pages), nil
}

// decodeNumberings decodes records of lectern_page_label and sorts them by page.
func decodeNumberings(data []byte) []numbering {
	var all []numbering
	for len(data) >= C.sizeof_lectern_page_label {
		field := func(n int) int { return int(int32(binary.NativeEndian.Uint32(data[4*n:]))) }
		size, rest := field(3), data[C.sizeof_lectern_page_label:]
		all = append(all, numbering{page: field(0), start: field(1), style: byte(field(2)),
			prefix: strings.ToValidUTF8(string(rest[:size]), "")})
		data = rest[(size+3)&^3:]
	}
	slices.SortStableFunc(all, func(a, b numbering) int { return a.page - b.page })
	return all
}

// pageLabels returns the labels of a number of pages, or nil if they are the page numbers. Pages before the first
// numbering are labelled with their numbers.
func pageLabels(numberings []numbering, pages int) []string {
	labels := make([]string, pages)
	current, plain := numbering{style: 'D', start: 1}, true
	for page := range labels {
		for len(numberings) > 0 && numberings[0].page <= page {
			current, numberings = numberings[0], numberings[1:]
		}
		labels[page] = current.label(page)
		plain = plain && labels[page] == strconv.Itoa(page+1)
	}
	if plain {
		return nil
	}
	return labels
}

// label returns the label of a page.
func (n numbering) label(page int) string {
	number := max(n.start, 1) + page - n.page
	switch n.style {
	case 'D':
		return n.prefix + strconv.Itoa(number)
	case 'R':
		return n.prefix + roman(number)
	case 'r':
		return n.prefix + strings.ToLower(roman(number))
	case 'A':
		return n.prefix + letters(number)
	case 'a':
		return n.prefix + strings.ToLower(letters(number))
	}
	return n.prefix
}

// The largest numbers that are written in Roman digits or letters.
const (
	maxRoman   = 4999
	maxLetters = 26 * 16
)

// roman returns a number in Roman digits.
func roman(n int) string {
	if n > maxRoman {
		return strconv.Itoa(n)
	}
	var out strings.Builder
	for _, digit := range []struct {
		value int
		text  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4,
		"IV"}, {1, "I"}} {
		for ; n >= digit.value; n -= digit.value {
			out.WriteString(digit.text)
		}
	}
	return out.String()
}

// letters returns the page label of a number: A, B, … Z for 1 to 26, then AA, BB, … ZZ, then AAA, and so on.
func letters(n int) string {
	if n > maxLetters {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('A'+(n-1)%26)), (n-1)/26+1)
}
