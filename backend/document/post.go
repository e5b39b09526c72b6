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
	// Queue is how many documents may be processing already, or 0 for no limit.
	Queue int
	// Arrival is the id of the record of a file in a watched folder, or 0. The record is marked as taken as the first
	// document.
	Arrival     int64
	Idempotency *Idempotency // nil for none
}

// Idempotency identifies a post, so that a client whose response was lost can repeat it without creating documents again.
type Idempotency struct {
	Sender string // who sends, by the id of the API key
	Key    string // the sender's own
	// Seen is set by a post that is a repetition.
	Seen bool
	// Fingerprint is a hash of all that was posted. A post with the same key and another fingerprint is an error.
	Fingerprint string
}

// maxIdempotencyKey is the maximum length of a key, in bytes.
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

// newPost returns the post of documents. The address is empty unless they are fetched from there.
func newPost(docs []Document, reports []Report, queue int, address string, o *Options) Post {
	post := Post{Documents: docs, Reports: reports, Queue: queue, Arrival: o.Arrival}
	if o.Idempotency != nil {
		post.Idempotency = &Idempotency{Sender: o.Idempotency.Sender, Key: o.Idempotency.Key, Fingerprint: fingerprint(docs, address, o)}
	}
	return post
}

// fingerprint returns a hash of a post. It depends on only two bytes of the hash of the password, which reveal that a password is
// different but are too few to find it.
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

// ErrBusy returns the error of a post when too many documents are processing.
func ErrBusy(most int) error {
	return fault.New(fault.Busy, "There are %d documents waiting to be converted already: try again in a while.", most).Coded(fault.QueueFull)
}

// CheckQueue returns a fault of kind Busy if too many documents are processing. It lets a handler reject a post before it is sent.
// The store checks again.
func (s *Service) CheckQueue(ctx context.Context) error {
	return s.store.CheckQueue(ctx, s.limits.Load().Queue)
}
