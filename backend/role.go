package backend

import (
	"github.com/riverqueue/river"

	"lectern/backend/document"
	"lectern/backend/task"
)

// What a server can do for a library that several servers share.
const (
	roleAll     = "all"
	roleWeb     = "web"     // answers requests and draws pages
	roleConvert = "convert" // converts documents and runs template tasks
)

// answers says whether the server has the interfaces and the viewer.
func (c Config) answers() bool { return c.Role != roleConvert }

// queues gives what the server works on. Every server does what takes no converter for long, and so
// can be the one that leads, whatever others are there.
func (c Config) queues() map[string]river.QueueConfig {
	queues := map[string]river.QueueConfig{document.QuickQueue: {MaxWorkers: 16}}
	if c.Role == roleWeb {
		return queues
	}
	// The converters have turns of their own, see convert's schedule.
	waiting := c.waiting()
	queues[document.OfficeQueue] = river.QueueConfig{MaxWorkers: waiting}
	queues[document.OfficeLongQueue] = river.QueueConfig{MaxWorkers: c.Workers + waitingLong}
	queues[document.PDFQueue] = river.QueueConfig{MaxWorkers: waiting}
	queues[document.PDFLongQueue] = river.QueueConfig{MaxWorkers: c.Workers + waitingLong}
	queues[task.Queue] = river.QueueConfig{MaxWorkers: tasksAtOnce * c.Workers}
	queues[task.RowsQueue] = river.QueueConfig{MaxWorkers: c.Workers}
	return queues
}

// waitingLong is how many jobs are begun that wait for one that takes long: so few that
// those come first that were stopped less often.
const waitingLong = 4

// waiting is how many jobs of a kind are begun and wait for a converter's turn. Those that
// take long wait there for another one: while there are fewer of them than that, they hold up
// no other job. Each has its document open: many systems allow a process 1,024 files. What one of
// several servers has begun no other one does, though that has nothing to do: it begins few. Many
// posts of the same bytes, of which one is converted at a time, can hold up a server more easily then.
func (c Config) waiting() int {
	if c.Database != "" {
		return 8 + 3*c.Workers
	}
	return 250
}

// tasksAtOnce is how many tasks are begun for each worker, so that while some wait for a converter
// others are filled. Each may have its template and results in memory.
const tasksAtOnce = 4
