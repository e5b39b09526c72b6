package convert

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics count the work of converters. They are a [prometheus.Collector]. A nil *Metrics counts nothing.
type Metrics struct {
	starts   *prometheus.CounterVec
	failures *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

// NewMetrics returns metrics for [Config].Metrics.
func NewMetrics() *Metrics {
	return &Metrics{
		starts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lectern_converter_starts_total", Help: "Converter processes started, including spare processes and the parent " +
				"process of LibreOffice.",
		}, []string{"kind"}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lectern_converter_failures_total", Help: "Conversions and requests that failed, by reason.",
		}, []string{"kind", "reason"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "lectern_converter_seconds", Help: "Time of the steps of conversions and requests for pages.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30, 60, 120},
		}, []string{"kind", "step"}),
	}
}

// Describe implements [prometheus.Collector].
func (m *Metrics) Describe(ch chan<- *prometheus.Desc) {
	for _, c := range []prometheus.Collector{m.starts, m.failures, m.seconds} {
		c.Describe(ch)
	}
}

// Collect implements [prometheus.Collector].
func (m *Metrics) Collect(ch chan<- prometheus.Metric) {
	for _, c := range []prometheus.Collector{m.starts, m.failures, m.seconds} {
		c.Collect(ch)
	}
}

func (m *Metrics) Started(kind Kind) {
	if m != nil {
		m.starts.WithLabelValues(string(kind)).Inc()
	}
}

func (m *Metrics) ObserveStep(kind Kind, step string, duration time.Duration) {
	if m != nil {
		m.seconds.WithLabelValues(string(kind), step).Observe(duration.Seconds())
	}
}

// Failed counts err if it is an [*Error].
func (m *Metrics) Failed(kind Kind, err error) {
	if failure, ok := errors.AsType[*Error](err); ok && m != nil {
		m.failures.WithLabelValues(string(kind), string(failure.Reason)).Inc()
	}
}

// Load is the current load of one kind of converters.
type Load struct {
	Busy    int // running conversions, or running requests to PDF processes
	Long    int // how many of Busy have exceeded their first turn, see package schedule
	Waiting int // conversions or requests that wait for a turn
}
