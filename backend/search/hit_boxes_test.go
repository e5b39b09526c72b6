package search

import (
	"math"
	"testing"

	"lectern/converters/wire"
)

func TestBoxes(t *testing.T) {
	page := &wire.Words{Lines: []wire.Line{
		{Words: []wire.Word{{Text: "one", Box: wire.Box{0, 0, 30, 10}}, {Text: "two-part", Box: wire.Box{40, 0, 120, 10}}}},
		{Words: []wire.Word{{Text: "東京タワー", Box: wire.Box{0, 20, 50, 30}}}},
		{Words: []wire.Word{{Text: "(שלום)עולם", Box: wire.Box{0, 40, 100, 50}}}},
		{Words: []wire.Word{{Text: "縦書き", Box: wire.Box{0, 60, 10, 90}}}},
		{Words: []wire.Word{{Text: "(turned)", Box: wire.Box{0, 100, 10, 180}}}},
		{Words: []wire.Word{{Text: "a", Box: wire.Box{0, 200, 5, 220}}, {Text: "exam-", Box: wire.Box{10, 200, 60, 210}}}},
		{Words: []wire.Word{{Text: "ple", Box: wire.Box{0, 220, 30, 230}}}},
		{Words: []wire.Word{{Text: "if(illicit.WOMEN)", Box: wire.Box{0, 240, 170, 250}, Fixed: true}}},
		{Words: []wire.Word{{Text: "אייל(גדול)", Box: wire.Box{0, 260, 100, 270}, Fixed: true}}},
	}}
	tests := []struct {
		query string
		want  []wire.Box // boxes of the only hit
	}{
		{"one", []wire.Box{{0, 0, 30, 10}}},
		{`"one two"`, []wire.Box{{0, 0, 75, 10}}},
		{"part", []wire.Box{{82, 0, 120, 10}}},
		{"京タ", []wire.Box{{10, 20, 30, 30}}},
		{"東", []wire.Box{{0, 20, 10, 30}}},
		{`"two part 東京"`, []wire.Box{{40, 0, 120, 10}, {0, 20, 20, 30}}},
		{"עולם", []wire.Box{{0, 40, 44, 50}}},
		{"שלום", []wire.Box{{50, 40, 94, 50}}},
		{"書", []wire.Box{{0, 70, 10, 80}}},
		{"turned", []wire.Box{{0, 100, 10, 180}}},
		{"illicit", []wire.Box{{30, 240, 100, 250}}},
		{"women", []wire.Box{{110, 240, 160, 250}}},
		{"גדול", []wire.Box{{10, 260, 50, 270}}},
		{"example", []wire.Box{{10, 200, 60, 210}, {0, 220, 30, 230}}},
	}
	for _, test := range tests {
		q, err := Parse(test.query, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := q.boxes(t.Context(), page)
		if len(got) != 1 || len(got[0]) != len(test.want) {
			t.Errorf("%s is at %v, want %v", test.query, got, test.want)
			continue
		}
		for i, want := range test.want {
			for side := range want {
				if math.Abs(got[0][i][side]-want[side]) > 4 {
					t.Errorf("%s is at %v, want about %v", test.query, got[0], test.want)
					break
				}
			}
		}
	}
}
