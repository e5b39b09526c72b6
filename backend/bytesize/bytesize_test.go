package bytesize_test

import (
	"testing"

	"lectern/backend/bytesize"
)

func TestText(t *testing.T) {
	for n, want := range map[int64]string{
		1: "1 byte", 1000: "1000 bytes", 1024: "1 KiB", 1_000_000: "976.6 KiB", 3_000_000: "2.861 MiB",
		5_000_000: "4.768 MiB", 2 << 30: "2 GiB", 1 << 40: "1024 GiB",
	} {
		if got := bytesize.Text(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
