package backup

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// Reason is the reason why content is missing from a backup.
type Reason string

// The reasons of a [Loss].
const (
	Missing    Reason = "missing"    // the file does not exist
	Damaged    Reason = "damaged"    // the file's SHA-256 is not its name
	Unreadable Reason = "unreadable" // the file cannot be read
)

// Loss is content that is missing or damaged, although records of the library need it.
type Loss struct {
	Key    string `json:"key"` // key of the content: its SHA-256 with a slash after two digits
	Reason Reason `json:"reason"`
	Users  []User `json:"users"` // some of the records that need the content
}

// User is a record that needs content.
type User struct {
	Kind string `json:"kind"` // document, template or task
	ID   string `json:"id"`
	Name string `json:"name"`
	// Converted reports whether the needed content is the PDF of a document whose original is available. Such a PDF can
	// be created again.
	Converted bool `json:"converted,omitempty"`
}

// String returns the record's kind, name and id.
func (u User) String() string {
	kind := u.Kind
	if u.Converted {
		kind = "PDF of " + kind
	}
	return fmt.Sprintf("%s %q (%s)", kind, u.Name, u.ID)
}

// String returns a line for error messages that names the loss and the records that need the content.
func (l Loss) String() string {
	names := make([]string, len(l.Users))
	for i, user := range l.Users {
		names[i] = user.String()
	}
	return fmt.Sprintf("%s: %s, file content/%s", l.Reason, cmp.Or(strings.Join(names, ", "), "a record"), l.Key)
}

// maxLines is the maximum number of losses that a message lists.
const maxLines = 100

// Lines returns the losses as indented lines, but no more than the first hundred.
func Lines(losses []Loss) string {
	var text strings.Builder
	for _, loss := range losses[:min(len(losses), maxLines)] {
		fmt.Fprintf(&text, "\n  %s", loss)
	}
	if more := len(losses) - maxLines; more > 0 {
		fmt.Fprintf(&text, "\n  and %d more", more)
	}
	return text.String()
}

// LossError means that a backup or a restore was rejected because content is missing or damaged.
type LossError struct{ Losses []Loss }

func (e *LossError) Error() string {
	return fmt.Sprintf("content is missing or damaged:%s", Lines(e.Losses))
}

// Records are the records in a copy of a library's database.
type Records interface {
	// VisitUsedContent calls visit with the keys of the content that records need. It omits keys that do not begin with
	// prefix. It may call visit more than once with the same key.
	VisitUsedContent(ctx context.Context, prefix string, visit func(key string) error) error
	// ContentUsers returns, for each key, some of the records that need the content with this key.
	ContentUsers(ctx context.Context, keys []string) (map[string][]User, error)
	Close() error
}

// maxNamedLosses is the maximum number of losses for which a list also names the records that need the content.
const maxNamedLosses = 10_000

// nameUsers sets the field Users of each loss to the records that need the lost content.
func nameUsers(ctx context.Context, records Records, losses []Loss) error {
	losses = losses[:min(len(losses), maxNamedLosses)]
	keys := make([]string, len(losses))
	for i, loss := range losses {
		keys[i] = loss.Key
	}
	users, err := records.ContentUsers(ctx, keys)
	if err != nil {
		return fmt.Errorf("find the records that need content: %w", err)
	}
	for i := range losses {
		losses[i].Users = users[losses[i].Key]
	}
	return nil
}

// writeLosses writes the part of the archive that lists the missing content, with one JSON object per line.
func (w *writer) writeLosses(losses []Loss) error {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	for _, loss := range losses {
		if err := lines.Encode(loss); err != nil {
			return err
		}
	}
	return w.writePart(lossesName, int64(text.Len()), &text)
}

// Limits of a list of losses: the bytes of a line, the number of losses, and the number of records that a loss names.
const (
	maxLine   = 1 << 20
	maxLosses = 1_000_000
	maxUsers  = 100
)

// readLosses calls visit for each loss of a list. It returns an error if the list is malformed or exceeds a limit.
func readLosses(r io.Reader, visit func(Loss)) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	seen := make(map[string]bool)
	for lines.Scan() {
		var loss Loss
		if err := json.Unmarshal(lines.Bytes(), &loss); err != nil {
			return err
		}
		if err := checkLoss(loss, seen); err != nil {
			return err
		}
		visit(loss)
	}
	return lines.Err()
}

// checkLoss validates an entry in a backup's list of missing files. The argument seen contains the keys of all earlier
// entries; checkLoss adds the key of this entry.
func checkLoss(loss Loss, seen map[string]bool) error {
	switch {
	case !hashKey.MatchString(loss.Key):
		return errors.New("its list of missing files has a line without the key of a file")
	case seen[loss.Key]:
		return fmt.Errorf("its list of missing files contains %s twice", loss.Key)
	case len(loss.Users) > maxUsers:
		return fmt.Errorf("its list of missing files names more than %d records for %s", maxUsers, loss.Key)
	case len(seen) == maxLosses:
		return errTooManyLosses
	}
	seen[loss.Key] = true
	return nil
}

var errTooManyLosses = fmt.Errorf("more than %d files are missing or damaged", maxLosses)

// readError is an error of reading content, as opposed to an error of writing the archive.
type readError struct{ cause error }

func (e *readError) Error() string { return e.cause.Error() }
func (e *readError) Unwrap() error { return e.cause }

// errDamaged means that the SHA-256 of content differs from its key.
var errDamaged = &readError{errors.New("its bytes do not match the hash in its name")}

// reasonOf returns why content could not be read. It returns "" if err is not an error of reading content.
func reasonOf(err error) Reason {
	_, reading := errors.AsType[*readError](err)
	switch {
	case errors.Is(err, errDamaged), reading && errors.Is(err, io.ErrUnexpectedEOF):
		return Damaged
	case errors.Is(err, fs.ErrNotExist):
		return Missing
	case reading:
		return Unreadable
	}
	return ""
}
