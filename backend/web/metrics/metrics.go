// Package metrics collects the metrics whose values are determined when they are read.
package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"lectern/backend/convert"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/content"
)

// Register registers the metrics of a server's documents and converters.
func Register(registry prometheus.Registerer, documents *document.Service, checker *content.Checker,
	office *office.NestingGuard, pdf *pdf.Reader,
) {
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		documentGauge{documents}, contentGauge{checker}, loadGauge{office, pdf})
}

// documentGauge counts the documents of the library when metrics are read.
type documentGauge struct{ documents *document.Service }

func documentsDescription() *prometheus.Desc {
	return prometheus.NewDesc("lectern_documents", "Documents in the library, by status.", []string{"status"}, nil)
}

// Describe implements [prometheus.Collector].
func (g documentGauge) Describe(ch chan<- *prometheus.Desc) { ch <- documentsDescription() }

// Collect implements [prometheus.Collector].
func (g documentGauge) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	counts, err := g.documents.Count(ctx)
	if err != nil {
		ch <- prometheus.NewInvalidMetric(documentsDescription(), err)
		return
	}
	for status, n := range counts {
		ch <- prometheus.MustNewConstMetric(documentsDescription(), prometheus.GaugeValue, float64(n), string(status))
	}
}

// loadGauge reports how busy the converters are when metrics are read.
type loadGauge struct {
	office *office.NestingGuard
	pdf    *pdf.Reader
}

func loadDescription() *prometheus.Desc {
	return prometheus.NewDesc("lectern_converter_load",
		"Work of the converters: conversions of Office documents, or requests for PDFs, that are running (busy; among them long, "+
			"those that yielded to others) or waiting.",
		[]string{"kind", "state"}, nil)
}

// Describe implements [prometheus.Collector].
func (g loadGauge) Describe(ch chan<- *prometheus.Desc) { ch <- loadDescription() }

// Collect implements [prometheus.Collector].
func (g loadGauge) Collect(ch chan<- prometheus.Metric) {
	for kind, load := range map[string]convert.Load{"office": g.office.Load(), "pdf": g.pdf.Load()} {
		for state, n := range map[string]int{"busy": load.Busy, "long": load.Long, "waiting": load.Waiting} {
			ch <- prometheus.MustNewConstMetric(loadDescription(), prometheus.GaugeValue, float64(n), kind, state)
		}
	}
}

// contentGauge reports missing and damaged content when metrics are read.
type contentGauge struct{ checker *content.Checker }

func faultsDescription() *prometheus.Desc {
	return prometheus.NewDesc("lectern_content_faults", "Files of the library that are missing or do not match their hashes.",
		[]string{"condition"}, nil)
}

func checkDescription() *prometheus.Desc {
	return prometheus.NewDesc("lectern_content_check_timestamp_seconds",
		"When all files of the library were last compared with their hashes; 0 for never.", nil, nil)
}

// Describe implements [prometheus.Collector].
func (g contentGauge) Describe(ch chan<- *prometheus.Desc) {
	ch <- faultsDescription()
	ch <- checkDescription()
}

// Collect implements [prometheus.Collector].
func (g contentGauge) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	counts, err := g.checker.CountFaults(ctx)
	if err != nil {
		ch <- prometheus.NewInvalidMetric(faultsDescription(), err)
		return
	}
	for condition, n := range counts {
		ch <- prometheus.MustNewConstMetric(faultsDescription(), prometheus.GaugeValue, float64(n), string(condition))
	}
	last, err := g.checker.LastCheck(ctx)
	if err != nil {
		ch <- prometheus.NewInvalidMetric(checkDescription(), err)
		return
	}
	seconds := 0.0
	if !last.IsZero() {
		seconds = float64(last.Unix())
	}
	ch <- prometheus.MustNewConstMetric(checkDescription(), prometheus.GaugeValue, seconds)
}
