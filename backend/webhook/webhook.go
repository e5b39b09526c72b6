// Package webhook delivers events to the addresses that documents and tasks were posted with. Events of
// a document, or a task, go in order: one delivery of it is under way at a time, from its first try to its
// last, and what comes meanwhile goes together in the next. A delivery's id, events and bytes
// are fixed from its first try on.
package webhook

import (
	"context"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/id"
	"lectern/backend/internal/notify"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/sentence"
)

// State is where a delivery is in its life.
type State string

// The states of a delivery.
const (
	Pending   State = "pending"   // it is tried, or waits for its next try
	Delivered State = "delivered" // the receiver has accepted it
	Failed    State = "failed"    // the receiver has not, and is not asked again
	Cancelled State = "cancelled" // the receiver wanted no more of this document before it was tried
)

// Delivery is one call of a webhook, with all its tries.
type Delivery struct {
	Number     int64         // its place in the sequence of all deliveries
	ID         string        // what receivers know it by
	DocumentID string        // or the task's
	URL        sealedurl.URL // of DocumentID
	Types      []event.Type  // of its events
	Body       string        // JSON array of its events
	State      State
	CreatedAt  time.Time
	Tries      int       // that count by the schedule
	NextAt     time.Time // when it is tried next; zero where it is not, and while it is tried
	EndedAt    time.Time // zero while it is pending
	Attempts   []Attempt // oldest first
}

// Attempt is one try of a delivery.
type Attempt struct {
	At     time.Time
	Status int           // of the HTTP answer; 0 where there was none
	Error  sentence.Kept // why the delivery was not accepted, in a person's words; empty where it was
	Took   time.Duration
	Answer string // the beginning of the answer, as text
}

// Outcome is what an attempt makes of a delivery.
type Outcome struct {
	Attempt Attempt
	State   State
	NextAt  time.Time // of the next try, where the delivery stays pending
	Gone    bool      // the receiver wants no more events of the document
}

// Selection says which deliveries a list has. What is empty selects all.
type Selection struct {
	DocumentID string
	State      State
	After      int64 // number of a delivery, there or not: those that are older
	Limit      int
}

// Room is how much can be tried at once.
type Room struct {
	Free    int            // deliveries in all
	PerHost int            // deliveries to one host at most,
	Busy    map[string]int // where so many are under way
}

// Taken is a delivery that is to be tried now, and the host to which it goes.
type Taken struct {
	Delivery
	Host string
}

// Store keeps deliveries. A lane is a document of which there is something to deliver.
type Store interface {
	// ResumeLanes has deliveries tried now that were under way when their process ended.
	ResumeLanes(ctx context.Context, now time.Time) error
	// ClampLanes has deliveries tried now that would be tried after the latest time that there may
	// be: the clock has been ahead when they were put off.
	ClampLanes(ctx context.Context, now, latest time.Time) error
	// TakeDue gives deliveries that are due, as many as there is room for. Those that are tried
	// for the first time are made, of all events that wait, and are on the disk before they are given.
	TakeDue(ctx context.Context, now time.Time, room Room) ([]Taken, error)
	// NextDue gives when the first delivery of those after a time is due; zero where none is.
	NextDue(ctx context.Context, after time.Time) (time.Time, error)
	// Hasten has a delivery that waits for its next try be due at a time.
	Hasten(ctx context.Context, d *Delivery, at time.Time) error
	// Finish records an attempt of a delivery that was taken, and what is next in its lane.
	Finish(ctx context.Context, d *Delivery, o Outcome) error
	// RecordReplay records an attempt of a delivery that had ended. Success makes it delivered.
	RecordReplay(ctx context.Context, d *Delivery, a Attempt) error
	// FindDelivery gives a delivery with its attempts, or a fault of kind NotFound.
	FindDelivery(ctx context.Context, id string) (Delivery, error)
	// ListDeliveries gives deliveries with their attempts, newest first.
	ListDeliveries(ctx context.Context, s Selection) ([]Delivery, error)
	// PruneDeliveries removes the deliveries that ended before a time.
	PruneDeliveries(ctx context.Context, before time.Time) error
	// PruneEvents removes events that happened before a time, but those that are still to be
	// delivered, and with them what seems to have happened after now.
	PruneEvents(ctx context.Context, before, now time.Time) error
	// ListSecrets gives the sealed secrets that are valid at a time, the newest first.
	ListSecrets(ctx context.Context, now time.Time) ([]SealedSecret, error)
	// AddSecret keeps a new secret, ends the one before at a time, and those before that now.
	AddSecret(ctx context.Context, sealed []byte, until time.Time) error
	// Due rings when something has come to be delivered, or to be delivered sooner.
	Due() *notify.Signal
}

// NewID makes the id of a delivery, with 128 random bits or more.
func NewID() string { return "msg_" + id.New() }
