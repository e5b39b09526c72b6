package convert

import (
	"strings"
	"testing"

	"lectern/converters/wire"
)

// A process that a document has taken over may answer anything: what cannot be is not
// stored.
func TestTextsAreBelievable(t *testing.T) {
	pages := []string{"one", "two"}
	for name, test := range map[string]struct {
		texts wire.Texts
		want  bool
	}{
		"as it should be": {wire.Texts{Pages: pages, Unread: []int{5}, Faulty: []int{6}, Took: 1, Lost: 1, Unseen: []wire.Unseen{{Kind: "Han", Count: 1}}}, true},
		"none":            {wire.Texts{}, true},
		"too many pages":  {wire.Texts{Pages: []string{"1", "2", "3", "4"}}, false},
		"before them":     {wire.Texts{Pages: pages, Unread: []int{4}}, false},
		"behind them":     {wire.Texts{Pages: pages, Faulty: []int{7}}, false},
		"often":           {wire.Texts{Pages: pages, Unread: []int{5, 5, 5, 5}}, false},
		"in no time":      {wire.Texts{Pages: pages, Took: -1}, false},
		"lost no time":    {wire.Texts{Pages: pages, Lost: -1}, false},
		"many kinds":      {wire.Texts{Pages: pages, Unseen: make([]wire.Unseen, wire.MaxUnseen+1)}, false},
		"a long kind":     {wire.Texts{Pages: pages, Unseen: []wire.Unseen{{Kind: strings.Repeat("H", 65), Count: 1}}}, false},
		"fewer than none": {wire.Texts{Pages: pages, Unseen: []wire.Unseen{{Kind: "Han", Count: -1}}}, false},
	} {
		if got := believable(&test.texts, 5, 3); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestPicturesAreBelievable(t *testing.T) {
	for name, test := range map[string]struct {
		pictures wire.Pictures
		want     bool
	}{
		"as it should be": {wire.Pictures{Pages: 2, Broken: []int{5, 6}, Took: 1}, true},
		"none":            {wire.Pictures{}, true},
		"fewer than none": {wire.Pictures{Pages: -1}, false},
		"before them":     {wire.Pictures{Pages: 2, Broken: []int{4}}, false},
		"behind them":     {wire.Pictures{Pages: 2, Broken: []int{7}}, false},
		"often":           {wire.Pictures{Pages: 2, Broken: []int{5, 5, 5}}, false},
		"in no time":      {wire.Pictures{Pages: 2, Took: -1}, false},
	} {
		if got := picturesBelievable(&test.pictures, 5); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
