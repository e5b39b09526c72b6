package content

import (
	"context"
	"time"
)

// Records is the part of the database that knows which content is needed.
type Records interface {
	// UsesContent reports whether the content under key is needed by any record, such as a document, or a conversion
	// whose original belongs to a document.
	UsesContent(ctx context.Context, key string) (bool, error)
	// ListUsedContent returns the keys that begin with prefix and whose content is needed, as defined by UsesContent.
	ListUsedContent(ctx context.Context, prefix string) (map[string]bool, error)
	// ForgetContent removes the records about content that nothing needs. It returns the given keys and the keys of the
	// PDFs that were converted from them. Some of these may still be needed.
	ForgetContent(ctx context.Context, keys ...string) ([]string, error)
	// ForgetPDFs removes the records of PDFs that nothing needs, and of the conversions that created them.
	ForgetPDFs(ctx context.Context) error
}

// FaultRecords is the part of the database that records which content is missing or damaged, and knows which records
// need that content.
type FaultRecords interface {
	Records
	// VisitUsedContent calls visit with the keys that ListUsedContent returns. It may visit a key more than once.
	VisitUsedContent(ctx context.Context, prefix string, visit func(key string) error) error
	// ListContentUsers returns some of the records that need the content under key.
	ListContentUsers(ctx context.Context, key string) ([]User, error)
	// SaveContentFault records that content is missing or damaged.
	SaveContentFault(ctx context.Context, key string, condition Condition, at time.Time) error
	// ForgetContentFault records that content is intact again or no longer needed. It reports whether the content was
	// recorded as missing or damaged.
	ForgetContentFault(ctx context.Context, key string) (recorded bool, err error)
	// ListContentFaults returns the content that is recorded as missing or damaged, without its users.
	ListContentFaults(ctx context.Context) ([]Fault, error)
	// CountContentFaults returns how much content is recorded as missing, and how much as damaged.
	CountContentFaults(ctx context.Context) (map[Condition]int, error)
	// FindContentCheck returns the progress of the verification of all content.
	FindContentCheck(ctx context.Context) (Progress, error)
	// SaveContentCheck records the progress of the verification of all content.
	SaveContentCheck(ctx context.Context, progress Progress) error
}

// User is a record that needs content.
type User struct {
	Kind string // document, template or task
	ID   string
	Name string
	// Converted reports whether the content is the PDF of a document whose original is kept: it can be converted again.
	Converted bool
}

// Fault is content that records need and that is missing or damaged.
type Fault struct {
	Key       string
	Condition Condition
	FoundAt   time.Time
	Users     []User // some of the records that need the content
}

// Progress is the progress of the verification of all content.
type Progress struct {
	Position string    // the key that was verified last; empty if no verification is under way
	EndedAt  time.Time // when all content was last verified; zero for never
}
