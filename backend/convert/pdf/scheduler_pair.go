package pdf

import (
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
)

// quickPerWorker times Config.Workers is the number of quick requests that each of the two schedulers runs at the same
// time. A request is quick until it has run for longer than a quantum.
const quickPerWorker = 3

// maxQuick returns the number of quick requests that each of the two schedulers runs at the same time.
func maxQuick(cfg convert.Config) int { return cfg.Workers * quickPerWorker }

// schedulerPair decides when a request may run. Requests for documents of which no page was drawn yet are scheduled
// separately from requests that readers wait for, so that neither kind delays the other.
type schedulerPair struct {
	undrawn *schedule.Scheduler // for documents with Source.Undrawn set
	drawn   *schedule.Scheduler // for all other documents
}

// newSchedulerPair returns the schedulers of a reader. A quantum of 0 selects the default.
func newSchedulerPair(cfg convert.Config, quantum time.Duration) schedulerPair {
	config := schedule.Config{Quick: maxQuick(cfg), Long: cfg.Workers, Quantum: quantum}
	return schedulerPair{undrawn: schedule.New(config), drawn: schedule.New(config)}
}

// forSource returns the scheduler of the requests for a source.
func (s schedulerPair) forSource(src Source) *schedule.Scheduler {
	if src.Undrawn {
		return s.undrawn
	}
	return s.drawn
}

// load returns the number of running and of waiting requests.
func (s schedulerPair) load() convert.Load {
	undrawn, drawn := s.undrawn.Load(), s.drawn.Load()
	return convert.Load{Busy: undrawn.Busy + drawn.Busy, Long: undrawn.Long + drawn.Long, Waiting: undrawn.Waiting + drawn.Waiting}
}
