package property

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// Standard is the name of the set that applies if no other is named. It always exists, and has no values of its own
// unless it was replaced.
const Standard = "default"

// Set is a named set of values.
type Set struct {
	Name      string
	UpdatedAt time.Time // zero for a standard set that was not replaced
	Values    Values
	Bytes     int // size of the stored values; 0 if they are not stored
}

// Tag returns a hash that changes with the values of the set.
func (s *Set) Tag() string {
	text, _ := json.Marshal(s.Values) // the keys of maps are sorted, and plain values can always be marshalled
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:tagBytes])
}

// tagBytes is the length of a tag, in bytes: enough to distinguish all versions of a set.
const tagBytes = 16

// Store stores sets. A noun names the list that they belong to.
type Store interface {
	// SaveSet stores a set and replaces one with the same name, unless allow returns an error. allow gets the stored
	// set, or nil; the set is not changed by others in between.
	SaveSet(ctx context.Context, noun string, set Set, allow func(present *Set) error) error
	// FindSet returns a set, or a fault of kind NotFound.
	FindSet(ctx context.Context, noun, name string) (Set, error)
	// ListSets returns at most limit sets by name, of those after a name, and reports whether there are more. It may
	// return fewer if they are large, but at least one unless limit is 0.
	ListSets(ctx context.Context, noun, after string, limit int) (sets []Set, more bool, err error)
	// RenameSet renames a set, also in sessions, documents and watched folders that name it. The error is a fault of
	// kind NotFound if there is none, and of kind Conflict if the new name is taken.
	RenameSet(ctx context.Context, noun, name, to string) error
	// DeleteSet removes a set, or returns a fault of kind NotFound.
	DeleteSet(ctx context.Context, noun, name string) error
}

// Sets manages the named sets of a list.
type Sets struct {
	List     List
	store    Store
	now      func() time.Time
	onChange event.Listener
}

// NewSets returns sets of a list's properties that are kept in store. It calls onChange, which may be nil, with the name of each
// changed set.
func NewSets(list List, store Store, now func() time.Time, onChange event.Listener) *Sets {
	return &Sets{List: list, store: store, now: now, onChange: onChange}
}

// MaxName is the longest name of a set, in characters.
const MaxName = 100

var setName = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// Save stores a set that is described by JSON, and replaces one with the same name. With tags, the error is a fault of
// kind Stale unless there is a set with that name whose [Set.Tag] is one of them.
func (s *Sets) Save(ctx context.Context, name string, text []byte, tags ...string) error {
	if err := s.checkName(name); err != nil {
		return err
	}
	values, err := s.List.Parse(text)
	if err != nil {
		return err
	}
	allow := func(present *Set) error { return s.checkTag(name, present, tags) }
	if err := s.store.SaveSet(ctx, s.List.Noun, Set{Name: name, UpdatedAt: s.now(), Values: values}, allow); err != nil {
		return fmt.Errorf("save %s: %w", s.List.Noun, err)
	}
	s.onChange.Notify(name)
	return nil
}

// AnyTag matches the tag of any existing set.
const AnyTag = "*"

func (s *Sets) checkTag(name string, present *Set, tags []string) error {
	if present == nil && name == Standard {
		present = &Set{Values: s.List.Defaults()}
	}
	if len(tags) == 0 || present != nil && (slices.Contains(tags, AnyTag) || slices.Contains(tags, present.Tag())) {
		return nil
	}
	return fault.New(fault.Stale, "The %s %q was changed since you have seen it: look at it again.", s.List.Noun, name)
}

func (s *Sets) checkName(name string) error {
	// A name of dots alone would be the path of another folder.
	if len(name) > MaxName || !setName.MatchString(name) || strings.Trim(name, ".") == "" {
		return fault.Field("name", "The name of a %s has letters a to z, digits, '-', '_' and '.', and at most %d of them.", s.List.Noun, MaxName)
	}
	return nil
}

// Find returns a set, or a fault of kind NotFound. The standard set is always found; if it was not replaced, it has the
// built-in values.
func (s *Sets) Find(ctx context.Context, name string) (Set, error) {
	set, err := s.store.FindSet(ctx, s.List.Noun, name)
	if fault.Is(err, fault.NotFound) && name == Standard {
		return Set{Name: Standard, Values: s.List.Defaults()}, nil
	}
	return set, err
}

// Exists reports whether there is a set with a name.
func (s *Sets) Exists(ctx context.Context, name string) (bool, error) {
	_, err := s.Find(ctx, name)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// behindStandard is the cursor behind the built-in standard set, which is the first of a list. It sorts before all
// names.
const behindStandard = "!"

// Page returns at most limit sets by name that follow a cursor, and the cursor of the next page, or "". The first page,
// with an empty cursor, begins with the standard set unless it was replaced.
func (s *Sets) Page(ctx context.Context, after string, limit int) (page []Set, next string, err error) {
	if after == "" {
		standard, err := s.Find(ctx, Standard)
		if err != nil {
			return nil, "", err
		}
		if standard.UpdatedAt.IsZero() {
			page, after = append(page, standard), behindStandard
		}
	}
	stored, more, err := s.store.ListSets(ctx, s.List.Noun, after, limit-len(page))
	if page = append(page, stored...); !more {
		return page, "", err
	}
	if len(stored) > 0 {
		after = stored[len(stored)-1].Name
	}
	return page, after, err
}

// Rename renames a set everywhere it is named on this server. The standard set cannot be renamed.
func (s *Sets) Rename(ctx context.Context, name, to string) error {
	if err := s.checkName(to); err != nil {
		return err
	}
	if name == Standard {
		return fault.New(fault.Conflict, "The %s %q keeps its name: it is in force where nobody names one.", s.List.Noun, Standard)
	}
	if to == Standard {
		return fault.New(fault.Conflict, "The name %q is that of the %s in force where nobody names one.", Standard, s.List.Noun)
	}
	if name == to {
		return nil
	}
	if err := s.store.RenameSet(ctx, s.List.Noun, name, to); err != nil {
		return err
	}
	s.onChange.Notify(name)
	s.onChange.Notify(to)
	return nil
}

// Delete removes a set. Deleting the standard set restores the built-in one.
func (s *Sets) Delete(ctx context.Context, name string) error {
	err := s.store.DeleteSet(ctx, s.List.Noun, name)
	if fault.Is(err, fault.NotFound) && name == Standard {
		return nil
	}
	if err == nil {
		s.onChange.Notify(name)
	}
	return err
}

// Values returns the values of a set itself; none for the empty name and for a standard set that was not replaced.
// found is false if there is no such set.
func (s *Sets) Values(ctx context.Context, name string) (values Values, found bool, err error) {
	if name == "" {
		return nil, true, nil
	}
	set, err := s.store.FindSet(ctx, s.List.Noun, name)
	if fault.Is(err, fault.NotFound) {
		return nil, name == Standard, nil
	}
	return set.Values, err == nil, err
}

// Choose returns the values of the standard set, overridden by those of a named set and by overrides, and notices about
// errors. An unknown name and overrides that are not valid are ignored.
func (s *Sets) Choose(ctx context.Context, name, overrides string) (Values, []sentence.Sentence, error) {
	standard, _, err := s.Values(ctx, Standard)
	if err != nil {
		return nil, nil, err
	}
	named, found, err := s.Values(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	var notices []sentence.Sentence
	if !found {
		notices = append(notices, s.missing(name))
	}
	over, told := s.Overrides(overrides)
	return Merge(standard, named, over), append(notices, told...), nil
}

// Overrides returns the valid values in overrides, and notices about the others.
func (s *Sets) Overrides(text string) (Values, []sentence.Sentence) {
	values, reasons := s.List.ParseOverrides(text)
	return values, s.told(reasons)
}

func (s *Sets) missing(name string) sentence.Sentence {
	return sentence.New("set-missing", `There is no {noun} "{name}": the default is in force.`).With("noun", s.List.Word).
		With("name", Quotable(name))
}

// maxNotices is how many notices about overrides a reader gets.
const maxNotices = 5

func (s *Sets) told(reasons []fault.Reason) []sentence.Sentence {
	var notices []sentence.Sentence
	for i, reason := range reasons {
		if i == maxNotices {
			return append(notices, sentence.New("overrides-more", "{count} more overrides of the {noun} are wrong.").With("count", len(reasons)-i).
				With("noun", s.List.Word))
		}
		said := reason.Said
		if reason.Field != "" {
			said = sentence.New("override-wrong", "Overrides of the {noun}: {why}").With("noun", s.List.Word).With("why", said)
		}
		notices = append(notices, said)
	}
	return notices
}

// Stored parses values that were stored as JSON, after validation.
func Stored(text []byte) (Values, error) {
	values := Values{}
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, fmt.Errorf("read stored properties: %w", err)
	}
	for name, value := range values {
		if number, ok := value.(float64); ok {
			values[name] = int(number)
		}
	}
	return values, nil
}
