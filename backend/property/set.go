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

// Standard is the name of the set that applies if no other set is named. This set always exists. Unless it was
// replaced, it only has the built-in default values.
const Standard = "default"

// Set is a named set of property values.
type Set struct {
	Name      string
	UpdatedAt time.Time // zero if the built-in standard set was not replaced
	Values    Values
	Bytes     int // the size of the stored values in bytes; 0 if the set is not stored
}

// Tag returns a hash of the set's values.
func (s *Set) Tag() string {
	text, _ := json.Marshal(s.Values) // marshalling sorts the keys and cannot fail for such values
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:tagBytes])
}

// tagBytes is the length of the hash in a tag, in bytes. It is large enough to distinguish all versions of a set.
const tagBytes = 16

// Store stores sets. The parameter noun selects the list that a set belongs to, such as "profile".
type Store interface {
	// SaveSet stores a set, and replaces an existing set of the same name. Before that, in the same transaction, it
	// calls allow with the existing set, or with nil if there is none. If allow returns an error, nothing is stored.
	SaveSet(ctx context.Context, noun string, set Set, allow func(present *Set) error) error
	// FindSet returns a set, or a fault of kind NotFound.
	FindSet(ctx context.Context, noun, name string) (Set, error)
	// ListSets returns up to limit sets, sorted by name. The argument after is the name of the set after which the list
	// begins. The result more reports whether further sets follow. ListSets returns fewer sets if they are large, but
	// at least one set unless limit is 0.
	ListSets(ctx context.Context, noun, after string, limit int) (sets []Set, more bool, err error)
	// RenameSet renames a set. It also changes the name in the sessions, documents and watched folders that use the
	// set. It returns a fault of kind NotFound if the set does not exist, and of kind Conflict if the new name is
	// already used.
	RenameSet(ctx context.Context, noun, name, to string) error
	// DeleteSet removes a set. It returns a fault of kind NotFound if the set does not exist.
	DeleteSet(ctx context.Context, noun, name string) error
}

// Sets manages the named sets of properties of one kind, such as all themes.
type Sets struct {
	List     List
	store    Store
	onChange event.Listener
}

// NewSets returns the sets of a list, which are stored in store. If onChange is not nil, it is called with the name of
// each changed set.
func NewSets(list List, store Store, onChange event.Listener) *Sets {
	return &Sets{List: list, store: store, onChange: onChange}
}

// MaxName is the maximum length of a set's name, in characters.
const MaxName = 100

var setName = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// Save stores a set whose values are described by JSON. It replaces an existing set of the same name. If tags are
// given, Save returns a fault of kind Stale unless there is an existing set and its [Set.Tag] is one of the tags.
func (s *Sets) Save(ctx context.Context, name string, text []byte, tags ...string) error {
	if err := s.checkName(name); err != nil {
		return err
	}
	values, err := s.List.Parse(text)
	if err != nil {
		return err
	}
	allow := func(present *Set) error { return s.checkTag(name, present, tags) }
	if err := s.store.SaveSet(ctx, s.List.Noun, Set{Name: name, UpdatedAt: time.Now(), Values: values}, allow); err != nil {
		return fmt.Errorf("save %s: %w", s.List.Noun, err)
	}
	s.onChange.Notify(name)
	return nil
}

// AnyTag is a tag that matches any existing set.
const AnyTag = "*"

func (s *Sets) checkTag(name string, present *Set, tags []string) error {
	if present == nil && name == Standard {
		present = &Set{Values: s.List.Defaults()}
	}
	if len(tags) == 0 || present != nil && (slices.Contains(tags, AnyTag) || slices.Contains(tags, present.Tag())) {
		return nil
	}
	return fault.New(fault.Stale, "The %s %q has changed since you read it. Read it again.", s.List.Noun, name)
}

func (s *Sets) checkName(name string) error {
	// A name that consists of dots would be a relative path such as "..".
	if len(name) > MaxName || !setName.MatchString(name) || strings.Trim(name, ".") == "" {
		return fault.Field("name", "The name of a %s can have letters a to z, digits, '-', '_' and '.', and at most %d "+
			"characters.", s.List.Noun, MaxName)
	}
	return nil
}

// Find returns a set, or a fault of kind NotFound. If the standard set was not replaced, Find returns it with the
// built-in values.
func (s *Sets) Find(ctx context.Context, name string) (Set, error) {
	set, err := s.store.FindSet(ctx, s.List.Noun, name)
	if fault.Is(err, fault.NotFound) && name == Standard {
		return Set{Name: Standard, Values: s.List.Defaults()}, nil
	}
	return set, err
}

// Exists reports whether a set with this name exists.
func (s *Sets) Exists(ctx context.Context, name string) (bool, error) {
	_, err := s.Find(ctx, name)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// afterStandard is the cursor of the list that follows the built-in standard set, which is always the first set of a
// list. The text of this cursor sorts before all valid names.
const afterStandard = "!"

// Page returns up to limit sets, sorted by name, and the cursor of the next page, or "" if there is no next page. The
// argument after is the cursor of the page; it is empty for the first page. The first page starts with the built-in
// standard set, unless that set was replaced.
func (s *Sets) Page(ctx context.Context, after string, limit int) (page []Set, next string, err error) {
	if after == "" {
		standard, err := s.Find(ctx, Standard)
		if err != nil {
			return nil, "", err
		}
		if standard.UpdatedAt.IsZero() {
			page, after = append(page, standard), afterStandard
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

// Rename renames a set, and also changes the name wherever the set is used. The standard set cannot be renamed.
func (s *Sets) Rename(ctx context.Context, name, to string) error {
	if err := s.checkName(to); err != nil {
		return err
	}
	if name == Standard {
		return fault.New(fault.Conflict, "The %s %q cannot be renamed, because it is the default.", s.List.Noun, Standard)
	}
	if to == Standard {
		return fault.New(fault.Conflict, "The name %q is reserved for the default %s.", Standard, s.List.Noun)
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

// Delete removes a set. Deleting the standard set restores its built-in values.
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

// Values returns the stored values of a set. It returns no values for the empty name, and for a standard set that was
// not replaced. The result found is false if the set does not exist.
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

// Choose returns the values of the standard set, overridden by the values of the named set, and finally by overrides.
// It ignores an unknown name and invalid overrides, and returns notices about them.
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
		notices = append(notices, s.missingNotice(name))
	}
	over, refused := s.Overrides(overrides)
	return Merge(standard, named, over), append(notices, refused...), nil
}

// Overrides returns the valid values in overrides, and notices about invalid values.
func (s *Sets) Overrides(text string) (Values, []sentence.Sentence) {
	values, reasons := s.List.ParseOverrides(text)
	return values, s.asNotices(reasons)
}

func (s *Sets) missingNotice(name string) sentence.Sentence {
	return sentence.New("set-missing",
		`This document is shown with standard settings because the {noun} “{name}” in its link does not exist.`).
		With("noun", s.List.Word).With("name", Quotable(name))
}

// maxNotices is the maximum number of notices about overrides that are shown to a reader.
const maxNotices = 5

func (s *Sets) asNotices(reasons []fault.Reason) []sentence.Sentence {
	var notices []sentence.Sentence
	for i, reason := range reasons {
		if i == maxNotices {
			return append(notices, sentence.New("overrides-more", "{count} more overrides of the {noun} are not valid.").
				With("count", len(reasons)-i).
				With("noun", s.List.Word))
		}
		notice := reason.Translatable
		if reason.Field != "" {
			notice = sentence.New("override-wrong", "Overrides of the {noun}: {why}").With("noun", s.List.Word).With("why", notice)
		}
		notices = append(notices, notice)
	}
	return notices
}

// ParseStored parses values that were validated before they were stored as JSON.
func ParseStored(text []byte) (Values, error) {
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
