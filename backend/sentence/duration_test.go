package sentence_test

import (
	"testing"
	"time"

	"lectern/backend/sentence"
)

func TestDurations(t *testing.T) {
	german := map[string]string{"second": "1 s", "seconds": "{count} s", "minute": "1 min", "minutes": "{count} min"}
	for _, test := range []struct {
		duration        time.Duration
		english, german string
	}{
		{0, "0 seconds", "0 s"},
		{100 * time.Millisecond, "0.1 seconds", "0,1 s"},
		{time.Second, "1 second", "1 s"},
		{59 * time.Second, "59 seconds", "59 s"},
		{time.Minute, "1 minute", "1 min"},
		{90 * time.Second, "90 seconds", "90 s"},
		{2 * time.Minute, "2 minutes", "2 min"},
		{2 * time.Hour, "120 minutes", "120 min"},
	} {
		said := sentence.Duration(test.duration)
		if got, known := said.Translate("de", german); said.String() != test.english || got != test.german || !known {
			t.Errorf("%v: got %q and %q, want %q and %q", test.duration, said, got, test.english, test.german)
		}
	}
}
