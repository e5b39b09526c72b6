// Package fontfamily maps font families to free families whose characters have the same widths.
package fontfamily

// metricEquals maps families to the free families with the same widths.
var metricEquals = map[string]string{
	"arial": "liberationsans", "helvetica": "liberationsans", "helveticaneue": "liberationsans",
	"arialnarrow": "liberationsansnarrow", "helveticanarrow": "liberationsansnarrow",
	"timesnewroman": "liberationserif", "times": "liberationserif",
	"couriernew": "liberationmono", "courier": "liberationmono",
	"calibri": "carlito", "cambria": "caladea",
}

// MetricEqual returns the free family whose characters have the same widths as those of a family, so that lines and
// pages break at the same places. It returns "" if there is none. Names are in lower case, without spaces and styles.
func MetricEqual(family string) string {
	return metricEquals[family]
}
