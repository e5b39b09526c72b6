package wire

import (
	"encoding/json"
	"math"
	"testing"
)

func TestInfoSizesAreRunLengthEncoded(t *testing.T) {
	var info Info
	for range 12 {
		info.AddPage(595.2756, 841.8898)
	}
	info.AddPage(841.8898, 595.2756)
	info.AddPage(595.2756, 841.8898)
	got, err := json.Marshal(info)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"pages":14,"sizes":[[12,595.28,841.89],[1,841.89,595.28],[1,595.28,841.89]]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestInfoSize(t *testing.T) {
	var info Info
	info.AddPage(10, 20)
	info.AddPage(10, 20)
	info.AddPage(30, 40)
	tests := []struct {
		page          int
		width, height float64
	}{
		{0, 0, 0}, {1, 10, 20}, {2, 10, 20}, {3, 30, 40}, {4, 0, 0},
	}
	for _, test := range tests {
		if w, h := info.Size(test.page); w != test.width || h != test.height {
			t.Errorf("page %d is %v × %v, want %v × %v", test.page, w, h, test.width, test.height)
		}
	}
}

func TestHundredths(t *testing.T) {
	tests := map[float64]float64{
		1.005: 1, 1.006: 1.01, -1.006: -1.01,
		math.NaN(): 0, math.Inf(1): 0, math.Inf(-1): 0,
	}
	for in, want := range tests {
		if got := Hundredths(in); got != want {
			t.Errorf("Hundredths(%v) = %v, want %v", in, got, want)
		}
	}
}
