package main

import (
	"os"
	"strings"
	"testing"
)

// TestNeed calculates the needed capacity for simple numbers.
func TestNeed(t *testing.T) {
	c := cost{documents: 10, converter: 1, database: 0.1, lockTime: 0.01, objects: 1e6, rows: 1e5, puts: 2, gets: 10}
	a := assumptions{retention: 10, peak: 2, share: 0.5, cores: 4, core: 1, databaseCPU: 10, databaseGB: 1, objectGB: 0.1, puts: 5, gets: 0.5}
	for _, test := range []struct {
		daily float64
		want  need
	}{
		{864_000, need{perSecond: 20, cores: 40, nodes: 10, libraries: 1, databaseCores: 4, databaseGB: 864, storeGB: 8640,
			money: 40 + 40 + 864 + 864 + 25.92*(10+5)}},
		{8_640_000, need{perSecond: 200, cores: 400, nodes: 100, libraries: 4, databaseCores: 40, databaseGB: 8640, storeGB: 86400,
			money: 400 + 400 + 8640 + 8640 + 259.2*(10+5)}},
	} {
		if got := a.need(c, test.daily); !almostEqual(got, test.want) {
			t.Errorf("%.0f a day need %+v, want %+v", test.daily, got, test.want)
		}
	}
	if got := a.need(c, 1); got.nodes != minNodes || got.libraries != 1 || got.databaseCores != 2 {
		t.Errorf("one a day needs %+v", got)
	}
}

// measured is the cost of a document in the last measurement, from which CAPACITY.md was generated.
var measured = cost{documents: 432, converter: 0.105, database: 0.007, lockTime: 0.0085,
	objects: 70_030, rows: 13_870, puts: 1.5, gets: 0.6}

// TestPage checks that CAPACITY.md contains what the program prints for the last measurement.
func TestPage(t *testing.T) {
	file, err := os.ReadFile("../../CAPACITY.md")
	if err != nil {
		t.Fatal(err)
	}
	if page := defaults.page(measured); !strings.Contains(string(file), page) {
		t.Errorf("CAPACITY.md does not contain these sections:\n%s", page)
	}
}

// almostEqual reports whether two needs are equal, apart from rounding of the price.
func almostEqual(a, b need) bool {
	difference := a.money - b.money
	a.money, b.money = 0, 0
	return a == b && difference < 0.01 && difference > -0.01
}
