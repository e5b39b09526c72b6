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

// Standard is the name of the set that is in force where nobody names one. It is always
// there: until it is replaced, and when that was deleted, it has no values of its own.
const Standard = "default"

// Set is a named set of values.
type Set struct {
	Name      string
	UpdatedAt time.Time // zero for a standard set that nobody replaced
	Values    Values
	Bytes     int // of the values as they are stored; 0 where they are not
}

// Tag tells what the set says from all else that it may say.
func (s *Set) Tag() string {
	text, _ := json.Marshal(s.Values) // of a map's keys the order is fixed, and its values are all plain
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:tagBytes])
}

// tagBytes are enough to tell all that a set ever said apart.
const tagBytes = 16

// Store keeps sets' records. A noun says of which list they are.
type Store interface {
	// SaveSet stores a set, in place of one of the same name, unless allow has something against
	// it. Allow is told what is stored under the name till then, nil for nothing; between that and
	// the storing nothing else is stored.
	SaveSet(ctx context.Context, noun string, set Set, allow func(present *Set) error) error
	// FindSet gives one set, or a fault of kind NotFound.
	FindSet(ctx context.Context, noun, name string) (Set, error)
	// ListSets returns at most limit sets by their names, of those behind a name, and reports whether there are more. It
	// may return fewer where they are large, but one at least, unless limit is 0.
	ListSets(ctx context.Context, noun, after string, limit int) (sets []Set, more bool, err error)
	// RenameSet gives a set another name, also where sessions, documents and watched folders name
	// it. One that there is not is a fault of kind NotFound, a name that is taken one of kind
	// Conflict.
	RenameSet(ctx context.Context, noun, name, to string) error
	// DeleteSet removes a set; one that there is not is a fault of kind NotFound.
	DeleteSet(ctx context.Context, noun, name string) error
}

// Sets keeps the named sets of one list.
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

// MaxName bounds a set's name, in characters.
const MaxName = 100

var setName = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// Save stores a set that JSON describes, in place of one of the same name. With tags, as
// [Set.Tag] gives them, that one must have one of them: else it is a fault of kind Stale.
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

// AnyTag stands for the tag of any set that there is.
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
	// A name of dots alone would be a path to somewhere else.
	if len(name) > MaxName || !setName.MatchString(name) || strings.Trim(name, ".") == "" {
		return fault.Field("name", "The name of a %s has letters a to z, digits, '-', '_' and '.', and at most %d of them.", s.List.Noun, MaxName)
	}
	return nil
}

// Find gives a set, or a fault of kind NotFound. The standard one is always found: where
// nobody replaced it, with the values that are in force then.
func (s *Sets) Find(ctx context.Context, name string) (Set, error) {
	set, err := s.store.FindSet(ctx, s.List.Noun, name)
	if fault.Is(err, fault.NotFound) && name == Standard {
		return Set{Name: Standard, Values: s.List.Defaults()}, nil
	}
	return set, err
}

// Exists says whether there is a set of that name.
func (s *Sets) Exists(ctx context.Context, name string) (bool, error) {
	_, err := s.Find(ctx, name)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// behindStandard is the place in a list behind the standard set that nobody replaced, which comes first. It is before all
// names.
const behindStandard = "!"

// Page returns at most limit sets by their names, of those behind a place in the list, which is empty at its begin; there
// comes the standard set first, if nobody replaced it. It returns the place at which the list goes on; "" at its end.
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

// Rename gives a set another name, by which all that name it here find it. The standard one
// keeps its own.
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

// Delete removes a set. Of the standard one it takes back what it was replaced with.
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

// Values gives what a set says itself; nothing for the empty name, and for a standard
// set that nobody replaced. Found is false where there is no set of that name.
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

// Choose gives what is in force by the standard set, a named one over it, and overrides
// over both, as far as they say something, and what to tell of those that are wrong. An
// unknown name, and what is wrong in the overrides, count for nothing.
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

// Overrides gives what is right in overrides, and what to tell of the rest.
func (s *Sets) Overrides(text string) (Values, []sentence.Sentence) {
	values, reasons := s.List.ParseOverrides(text)
	return values, s.told(reasons)
}

func (s *Sets) missing(name string) sentence.Sentence {
	return sentence.New("set-missing", `There is no {noun} "{name}": the default is in force.`).With("noun", s.List.Word).
		With("name", Quotable(name))
}

// maxTold bounds how many wrong overrides a reader is told of.
const maxTold = 5

func (s *Sets) told(reasons []fault.Reason) []sentence.Sentence {
	var notices []sentence.Sentence
	for i, reason := range reasons {
		if i == maxTold {
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

// Stored reads values that were stored as JSON. They were checked before.
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
