package bytesize_test

import (
	"testing"

	"lectern/backend/sentence/bytesize"
)

func TestText(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1 kB", 1024: "1.02 kB", 999_994: "999.99 kB", 999_995: "1 MB",
		999_999: "1 MB", 3_000_000: "3 MB", 5_240_000: "5.24 MB", 999_999_999: "1 GB", 1 << 30: "1.07 GB", 1 << 40: "1099.51 GB",
	} {
		if got := bytesize.Text(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
