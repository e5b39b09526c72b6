package backend

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lectern/backend/convert"
	"lectern/backend/document"
)

// documentGauge counts the library's documents when metrics are asked for.
type documentGauge struct{ documents *document.Service }

func documentsDescription() *prometheus.Desc {
	return prometheus.NewDesc("lectern_documents", "Documents in the library, by status.", []string{"status"}, nil)
}

// Describe implements [prometheus.Collector].
func (g documentGauge) Describe(into chan<- *prometheus.Desc) { into <- documentsDescription() }

// Collect implements [prometheus.Collector].
func (g documentGauge) Collect(into chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	counts, err := g.documents.Count(ctx)
	if err != nil {
		into <- prometheus.NewInvalidMetric(documentsDescription(), err)
		return
	}
	for status, n := range counts {
		into <- prometheus.MustNewConstMetric(documentsDescription(), prometheus.GaugeValue, float64(n), string(status))
	}
}

// loadGauge tells how busy the converters are when metrics are asked for.
type loadGauge struct {
	office *convert.Nested
	pdf    *convert.PDF
}

func loadDescription() *prometheus.Desc {
	return prometheus.NewDesc("lectern_converter_load",
		"What converters are doing: conversions of Office documents, or requests for PDFs, that are at work (busy, those among them that have given way to others: long), and those that wait for their turn.",
		[]string{"kind", "state"}, nil)
}

// Describe implements [prometheus.Collector].
func (g loadGauge) Describe(into chan<- *prometheus.Desc) { into <- loadDescription() }

// Collect implements [prometheus.Collector].
func (g loadGauge) Collect(into chan<- prometheus.Metric) {
	for kind, load := range map[string]convert.Load{"office": g.office.Load(), "pdf": g.pdf.Load()} {
		for state, n := range map[string]int{"busy": load.Busy, "long": load.Long, "waiting": load.Waiting} {
			into <- prometheus.MustNewConstMetric(loadDescription(), prometheus.GaugeValue, float64(n), kind, state)
		}
	}
}
