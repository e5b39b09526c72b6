package profile

import (
	"slices"
	"strings"

	"lectern/backend/property"
)

// The functions below define the order of the values of each permission. The argument enforced has the complete
// values of the enforced profile. Each function reports whether a value permits no more than the value in enforced.

// switchAllows returns the function of a permission that is on or off.
func switchAllows(name string) func(property.Values, any) bool {
	return func(enforced property.Values, value any) bool { return value == false || enforced[name] == true }
}

func downloadAllows(enforced property.Values, value any) bool {
	return rankDownload(value) <= rankDownload(enforced["download"])
}

func rankDownload(value any) int {
	text, _ := value.(string)
	return slices.Index(downloads, text)
}

// outputAllows reports whether an output format is permitted. If text is withheld, only formats that show pages as
// images are permitted. Otherwise all formats are permitted.
func outputAllows(enforced property.Values, value any) bool {
	return enforced["textSelection"] == true || value == OutputImage || value == OutputThumbnails
}

// watermarkAllows permits adding a watermark, but not changing or removing one.
func watermarkAllows(enforced property.Values, value any) bool {
	return enforced["watermark"] == "" || value == enforced["watermark"]
}

// frameAncestorsAllow reports whether a value adds no sites to the permitted sites. It does not expand wildcards: a
// site that only matches a permitted wildcard counts as added.
func frameAncestorsAllow(enforced property.Values, value any) bool {
	sources, _ := enforced["frameAncestors"].(string)
	permitted := strings.Fields(sources)
	asked, _ := value.(string)
	return asked == "'none'" || slices.Contains(permitted, "*") || !slices.ContainsFunc(strings.Fields(asked), func(site string) bool {
		return !slices.Contains(permitted, site)
	})
}
