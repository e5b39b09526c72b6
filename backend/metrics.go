package backend

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

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
