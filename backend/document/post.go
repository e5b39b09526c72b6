package document

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"lectern/backend/internal/fault"
)

// Post is a number of new documents that are stored in one transaction.
type Post struct {
	Documents []Document
	Reports   []Report // in the same places, where there are any
	// Queue is how many documents may be processing already; 0 for any number.
	Queue int
	// Arrival is the record of the file in a watched folder that is noted as taken as the first of
	// them; 0 for none.
	Arrival     int64
	Idempotency *Idempotency // nil for none
}

// Idempotency has a post that comes a second time, as its answer was lost, be the first one.
type Idempotency struct {
	Sender string // who sends, by the id of the API key
	Key    string // the sender's own
	// Seen says after a post that an earlier one has been found.
	Seen bool
	// Fingerprint is of all that was posted: another one under the same key is a mistake.
	Fingerprint string
}

// maxIdempotencyKey bounds a sender's key, in bytes.
const maxIdempotencyKey = 200

func (i *Idempotency) validate() error {
	if i == nil {
		return nil
	}
	if len(i.Key) > maxIdempotencyKey || strings.ContainsFunc(i.Key, func(r rune) bool { return r < '!' || r > '~' }) {
		return fault.Field("Idempotency-Key", "The Idempotency-Key has at most %d visible ASCII characters.", maxIdempotencyKey)
	}
	return nil
}

// newPost returns the post of documents, which are fetched from an address where that is not empty.
func newPost(docs []Document, reports []Report, queue int, address string, o *Options) Post {
	post := Post{Documents: docs, Reports: reports, Queue: queue, Arrival: o.Arrival}
	if o.Idempotency != nil {
		post.Idempotency = &Idempotency{Sender: o.Idempotency.Sender, Key: o.Idempotency.Key, Fingerprint: fingerprint(docs, address, o)}
	}
	return post
}

// fingerprint gives a hash of what documents are made from. Of the password it has two bytes of a
// hash: enough to tell another one, and too little to find it.
func fingerprint(docs []Document, address string, o *Options) string {
	sum, secret := sha256.New(), sha256.Sum256([]byte(o.Password))
	fmt.Fprintf(sum, "%x\n", secret[:2])
	for _, d := range docs {
		text, _ := json.Marshal([]any{d.Original, address, d.Name, o.WebhookURL, d.Labels, d.OriginalSaved, d.Profile, d.Theme,
			d.Collections}) // it always can be
		fmt.Fprintf(sum, "%s\n", text)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// ErrBusy refuses a post as so many documents are processing already.
func ErrBusy(most int) error {
	return fault.New(fault.Busy, "There are %d documents waiting to be converted already: try again in a while.", most).Coded(fault.QueueFull)
}

// CheckQueue is a fault of kind Busy where no more documents are taken in.
//
// It spares the sending of what is refused; the store looks again.
func (s *Service) CheckQueue(ctx context.Context) error {
	return s.store.CheckQueue(ctx, s.limits.Load().Queue)
}
