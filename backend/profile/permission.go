package profile

import (
	"slices"
	"strings"

	"lectern/backend/property"
)

// The functions below define the order of the permissions: each reports whether a value permits at most what the values
// in force permit. The values in force are complete.

// switchAllows returns the function of a permission that is on or off.
func switchAllows(name string) func(property.Values, any) bool {
	return func(inForce property.Values, value any) bool { return value == false || inForce[name] == true }
}

func downloadAllows(inForce property.Values, value any) bool {
	return rankDownload(value) <= rankDownload(inForce["download"])
}

func rankDownload(value any) int {
	text, _ := value.(string)
	return slices.Index(downloads, text)
}

// outputAllows reports whether a format reveals no text that is withheld. Otherwise, the format is presentation.
func outputAllows(inForce property.Values, value any) bool {
	return inForce["textSelection"] == true || value == OutputImage || value == OutputThumbnails
}

// watermarkAllows permits adding a watermark, but not changing or removing one.
func watermarkAllows(inForce property.Values, value any) bool {
	return inForce["watermark"] == "" || value == inForce["watermark"]
}

// frameAncestorsAllow reports whether no sites are added. It does not compare wildcards: a value that names a part of
// their sites is not permitted.
func frameAncestorsAllow(inForce property.Values, value any) bool {
	sources, _ := inForce["frameAncestors"].(string)
	permitted := strings.Fields(sources)
	asked, _ := value.(string)
	return asked == "'none'" || slices.Contains(permitted, "*") || !slices.ContainsFunc(strings.Fields(asked), func(site string) bool {
		return !slices.Contains(permitted, site)
	})
}
