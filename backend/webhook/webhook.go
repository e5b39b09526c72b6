// Package webhook delivers events to the addresses that documents and tasks were posted with. The events of a document
// or task are delivered in order. Only one of its deliveries is open at a time, from the first attempt to the last.
// Events that occur meanwhile are sent together in the next delivery. The ID, events and body of a delivery do not
// change after its first attempt.
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

// State is the state of a delivery.
type State string

// The states of a delivery.
const (
	Pending   State = "pending"   // an attempt is running or will follow
	Delivered State = "delivered" // the receiver has accepted it
	Failed    State = "failed"    // the receiver has not accepted it, and no attempt follows
	Cancelled State = "cancelled" // the receiver rejected further events of the document before the first attempt
)

// Delivery is one call of a webhook, with all its attempts.
type Delivery struct {
	Number     int64         // position in the sequence of all deliveries
	ID         string        // value of the header webhook-id
	DocumentID string        // id of the document or task
	URL        sealedurl.URL // encrypted; can be decrypted only for the owner DocumentID
	Types      []event.Type  // types of its events
	Body       string        // JSON array of its events
	State      State
	CreatedAt  time.Time
	Tries      int       // number of scheduled attempts that have ended
	NextAt     time.Time // time of the next attempt; zero if there is none or one is running
	EndedAt    time.Time // zero while it is pending
	Attempts   []Attempt // oldest first
}

// Attempt is one attempt of a delivery.
type Attempt struct {
	At     time.Time
	Status int              // HTTP status; 0 if there was no response
	Error  sentence.Encoded // reason why the delivery was not accepted; empty if it was
	Took   time.Duration
	Answer string // beginning of the response as text
}

// Outcome is an attempt and the resulting state of its delivery: the delivery has ended, or stays pending until the
// next attempt.
type Outcome struct {
	Attempt Attempt
	State   State
	NextAt  time.Time // time of the next attempt if the delivery stays pending
	Gone    bool      // the receiver rejects further events of the document
}

// Selection selects deliveries. Empty fields select all.
type Selection struct {
	DocumentID string
	State      State
	After      int64 // only deliveries with a lower number; 0 for all
	Limit      int
}

// Capacity is the number of attempts that may be started.
type Capacity struct {
	Free    int            // number of attempts that may be started in total
	PerHost int            // maximum number of concurrent attempts for one host
	Running map[string]int // running attempts, by host
}

// DueDelivery is a delivery that must be attempted now, and its host.
type DueDelivery struct {
	Delivery
	Host string
}

// Store stores deliveries. A lane is a document or task that has pending deliveries, which are delivered in order.
type Store interface {
	// ResumeLanes makes interrupted deliveries due: those with an attempt that was running when the server's process ended.
	ResumeLanes(ctx context.Context, now time.Time) error
	// ClampLanes makes deliveries due whose next attempt is later than the latest possible time, because the clock was
	// ahead when it was scheduled.
	ClampLanes(ctx context.Context, now, latest time.Time) error
	// TakeDue returns due deliveries, within the limits of the given capacity. For a first attempt it creates a
	// delivery with all waiting events of the lane. The delivery is on the disk before TakeDue returns it.
	TakeDue(ctx context.Context, now time.Time, capacity Capacity) ([]DueDelivery, error)
	// NextDue returns the earliest time after the given time at which a delivery is due. It returns the zero time if
	// there is no such delivery.
	NextDue(ctx context.Context, after time.Time) (time.Time, error)
	// Reschedule sets the time of the next attempt of a waiting delivery.
	Reschedule(ctx context.Context, d *Delivery, at time.Time) error
	// Finish records an attempt, and schedules the next attempt or delivery of its lane.
	Finish(ctx context.Context, d *Delivery, o Outcome) error
	// RecordReplay records an attempt of an ended delivery. If it was successful, the state of the delivery becomes
	// Delivered.
	RecordReplay(ctx context.Context, d *Delivery, a Attempt) error
	// FindDelivery returns a delivery with its attempts, or a fault of kind NotFound.
	FindDelivery(ctx context.Context, id string) (Delivery, error)
	// ListDeliveries returns deliveries with their attempts, newest first.
	ListDeliveries(ctx context.Context, s Selection) ([]Delivery, error)
	// PruneDeliveries removes the deliveries that ended before a time.
	PruneDeliveries(ctx context.Context, before time.Time) error
	// PruneEvents removes events that happened before a time, unless they must still be delivered. It also removes
	// events with a time in the future, which were stored while the clock was ahead.
	PruneEvents(ctx context.Context, before, now time.Time) error
	// ListSecrets returns the encrypted secrets that are valid at a time, newest first.
	ListSecrets(ctx context.Context, now time.Time) ([]SealedSecret, error)
	// AddSecret stores a new secret. The previous secret stays valid until the given time; earlier secrets become
	// invalid now.
	AddSecret(ctx context.Context, sealed []byte, until time.Time) error
	// Due returns the signal that is notified when a delivery was added or becomes due earlier.
	Due() *notify.Signal
}

// NewID returns a new ID for a delivery, with at least 128 random bits.
func NewID() string { return "msg_" + id.New() }
