package main

import (
	"strings"
	"testing"
)

// TestRowsArePrintedImmediately checks that each row is printed before the next row is measured, and that all rows are
// below one heading and in the same columns.
func TestRowsArePrintedImmediately(t *testing.T) {
	var out strings.Builder
	table := table{out: &out}
	for i, r := range []row{
		{measure: "half ÷ whole", ours: 1, peer: 2, unit: "ms", ratio: 0.5, target: 1, pairs: 3},
		{measure: "memory", ours: 70, unit: "MB", target: 80, targetOurs: true, pairs: 1, lost: 2},
	} {
		table.add(r)
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != i+2 || !strings.HasPrefix(lines[i+1], r.measure) || !strings.HasPrefix(lines[0], "measure") {
			t.Fatalf("after %d rows it has written %q", i+1, lines)
		}
		if column := func(line, word string) int { return len([]rune(line[:strings.Index(line, word)])) + len(word) }; column(lines[0],
			"Lectern") != column(lines[i+1], r.value(r.ours)) {
			t.Errorf("the columns of %q differ from those of %q", lines[i+1], lines[0])
		}
	}
}
