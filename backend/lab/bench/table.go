package main

import (
	"fmt"
	"io"
	"slices"
)

// table prints the rows of a run. Each row is printed as soon as it is measured.
type table struct {
	out    io.Writer
	headed bool // the heading has been printed
}

// row is the result of one measurement: the values of Lectern and of a peer, in the same unit.
type row struct {
	measure     string
	ours, peer  float64
	unit        string
	ratio       float64 // Lectern's value divided by the peer's; 0 for none
	target      float64 // 0 for a measure without a target
	targetOurs  bool    // the target applies to Lectern's value, not to the ratio
	atLeast     bool    // the target is a lower limit
	mustBeZero  bool    // Lectern's value is a count that must be 0
	pairs, lost int     // number of measured pairs, and of pairs that Lectern or the peer could not complete
}

// rowFormat has columns of fixed widths, because a row is printed before the next rows are known.
const rowFormat = "%-*s %12s %12s %8s %11s %8s %s\n"

// measureWidth is the width of the column with the names of the measurements, in characters. A longer name shifts the
// rest of its row.
const measureWidth = 90

// add prints rows. Before the first row it prints the heading.
func (t *table) add(rows ...row) {
	if !t.headed {
		t.headed = true
		fmt.Fprintf(t.out, rowFormat, measureWidth, "measure", "Lectern", "peer", "ratio", "target", "reached", "pairs")
	}
	for _, r := range rows {
		fmt.Fprintf(t.out, rowFormat, measureWidth, r.measure, r.value(r.ours), r.value(r.peer), r.ratioText(), r.targetText(),
			r.reached(), r.pairsText())
	}
}

func (r row) value(v float64) string {
	if v == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %s", v, r.unit)
}

func (r row) ratioText() string {
	if r.ratio == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", r.ratio)
}

func (r row) targetText() string {
	if r.mustBeZero {
		return "none"
	}
	if r.target == 0 {
		return "report"
	}
	bound := "≤"
	if r.atLeast {
		bound = "≥"
	}
	if r.targetOurs {
		return fmt.Sprintf("%s %g %s", bound, r.target, r.unit)
	}
	return fmt.Sprintf("%s %g", bound, r.target)
}

func (r row) reached() string {
	value := r.ratio
	if r.targetOurs {
		value = r.ours
	}
	switch {
	case r.target == 0 && !r.mustBeZero:
		return ""
	case value == r.target, (value < r.target) != r.atLeast:
		return "yes"
	}
	return "NO"
}

func (r row) pairsText() string {
	if r.lost > 0 {
		return fmt.Sprintf("%d (+%d failed)", r.pairs, r.lost)
	}
	return fmt.Sprint(r.pairs)
}

// pair contains the values of Lectern and of the peer for one file.
type pair struct{ ours, peer float64 }

// compare returns a row for pairs. It contains the median of each side, and the median of the ratios of the pairs.
func compare(measure, unit string, target float64, pairs []pair, lost int) row {
	ratios := make([]float64, len(pairs))
	ours := make([]float64, len(pairs))
	peer := make([]float64, len(pairs))
	for i, p := range pairs {
		ratios[i], ours[i], peer[i] = p.ours/p.peer, p.ours, p.peer
	}
	return row{measure: measure, unit: unit, target: target, pairs: len(pairs), lost: lost,
		ours: median(ours), peer: median(peer), ratio: median(ratios)}
}

// median returns the median of values, or 0 if there are none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
