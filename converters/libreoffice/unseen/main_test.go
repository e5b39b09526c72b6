package main

import (
	"bytes"
	"os"
	"testing"
)

// The font file in the bundle's recipe equals the output of this program. The recipe contains the file so that building
// the bundle does not need Go.
func TestTheFileIsTheFont(t *testing.T) {
	file, err := os.ReadFile("../LecternUnseen.ttf")
	if err != nil || !bytes.Equal(file, font()) {
		t.Errorf("LecternUnseen.ttf is not what this program writes (%v)", err)
	}
}

// The cmap groups are in ascending order and contain all characters except the gaps.
func TestGroups(t *testing.T) {
	data, next := groups(), uint32(0)
	at := func(i int) uint32 {
		return uint32(data[i])<<24 | uint32(data[i+1])<<16 | uint32(data[i+2])<<8 | uint32(data[i+3])
	}
	for i := 0; i < len(data); i += 12 {
		if at(i) < next || at(i+4) < at(i) || at(i+4) > 0x10FFFF || at(i+8) != 1 {
			t.Errorf("group %d is %X to %X, glyph %d", i/12, at(i), at(i+4), at(i+8))
		}
		next = at(i+4) + 1
	}
	for _, c := range []rune{'A', 'ཀ', 0xD7FF, 0xE000, 0x1F680, 0x10FFFD} {
		found := false
		for i := 0; i < len(data); i += 12 {
			found = found || at(i) <= uint32(c) && uint32(c) <= at(i+4)
		}
		if !found {
			t.Errorf("%U has no box", c)
		}
	}
}
