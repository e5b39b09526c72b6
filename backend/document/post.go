package document

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/idempotency"
)

// Post contains new documents that are stored in one transaction.
type Post struct {
	Documents []Document
	Reports   []Report // reports of the documents, in the same order; may be empty
	// MaxQueue is a limit for the number of documents that are processing, or 0 for no limit. If the limit is reached,
	// the post is rejected.
	MaxQueue int
	// ArrivalID is the id of the record of a file in a watched folder, or 0. Storing the first document also marks this
	// record as imported.
	ArrivalID   int64
	Idempotency *idempotency.Key // nil for none
}

// idempotencyOf returns the idempotency key of a post, with the fingerprint of the post. It returns nil if the post has
// no key. The argument address is where the documents are fetched from, or empty.
func idempotencyOf(docs []Document, address string, o *Options) *idempotency.Key {
	if o.Idempotency == nil {
		return nil
	}
	return &idempotency.Key{Sender: o.Idempotency.Sender, Name: o.Idempotency.Name, Fingerprint: fingerprint(docs, address, o)}
}

// fingerprint returns a hash of a post. Of the password, only two bytes of a hash are included: they reveal that a
// password is different, but are too few to find the password.
func fingerprint(docs []Document, address string, o *Options) string {
	sum, secret := sha256.New(), sha256.Sum256([]byte(o.Password))
	fmt.Fprintf(sum, "%x\n", secret[:2])
	for _, d := range docs {
		text, _ := json.Marshal([]any{d.Original, address, d.Name, o.WebhookURL, d.Labels, d.OriginalSaved, d.Profile, d.Theme,
			d.Collections}) // marshalling cannot fail
		fmt.Fprintf(sum, "%s\n", text)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// ErrBusy returns the error of a post when too many documents are processing.
func ErrBusy(limit int) error {
	return fault.New(fault.Busy, "There are already %d documents waiting for conversion. Try again later.", limit).WithCode(fault.QueueFull)
}

// CheckQueue returns a fault of kind Busy if too many documents are processing. A handler calls it to reject a post
// before it receives the files. The store checks the queue again.
func (s *Service) CheckQueue(ctx context.Context) error {
	return s.store.CheckQueue(ctx, s.limits.Load().Queue)
}
