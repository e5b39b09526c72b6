// Package bytesize writes sizes as sentences have them.
package bytesize

import "fmt"

// Text gives so many bytes in words, in the largest unit that there is one of.
func Text(n int64) string {
	for _, unit := range []struct {
		name string
		size int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if n >= unit.size {
			return fmt.Sprintf("%.4g %s", float64(n)/float64(unit.size), unit.name)
		}
	}
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}
