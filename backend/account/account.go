// Package account keeps API keys: who may use the API.
package account

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lectern/backend/event"
	"lectern/backend/internal/clock"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
)

// maxName bounds a key's name in characters.
const maxName = 100

// Key is an API key as it is kept: the secret itself is nowhere.
type Key struct {
	ID        string
	Name      string
	Hash      string // SHA-256 of the secret, hex: its 256 bits are random, so a slow hash would add nothing
	Role      Role
	CreatedAt time.Time
	ExpiresAt time.Time // zero for never
	RevokedAt time.Time // zero while nobody has revoked it
	UsedAt    time.Time // when it was last used, to the minute; zero for never
}

// Good says whether the key opens anything at a time.
func (k *Key) Good(now time.Time) bool {
	return k.RevokedAt.IsZero() && (k.ExpiresAt.IsZero() || now.Before(k.ExpiresAt))
}

// Store keeps keys' records.
type Store interface {
	CreateKey(ctx context.Context, key Key) error
	// FindKey gives the key with a hash, or a fault of kind NotFound.
	FindKey(ctx context.Context, hash string) (Key, error)
	// ListKeys returns at most limit keys, oldest first, of those behind the one that has a time of creation and an id.
	ListKeys(ctx context.Context, at time.Time, id string, limit int) ([]Key, error)
	// NameKeys returns the names of keys by their ids.
	NameKeys(ctx context.Context, ids []string) (map[string]string, error)
	// RevokeKey revokes a key, or is a fault of kind NotFound. In the same transaction it ends the sessions in force
	// that the key made, and returns their ids; with keep it makes them those of the administrators instead.
	RevokeKey(ctx context.Context, id string, at time.Time, keep bool) (ended []string, err error)
	// UseKeys notes when keys were last used, by their ids.
	UseKeys(ctx context.Context, used map[string]time.Time) error
}

// Clock tells the time by which keys expire. It is not to go back: an expired key would be good
// again.
type Clock interface {
	Now() time.Time
}

// Service makes, checks and revokes keys.
type Service struct {
	store    Store
	clock    Clock
	onChange event.Listener
	times    clock.Sequence // at which keys are made
	local    string         // hash of this start's own key
	uses     uses
}

// New returns a service that keeps its keys in store, by a clock. It calls onChange, which may be nil, with the id of each changed
// key.
func New(store Store, clock Clock, onChange event.Listener) *Service {
	return &Service{store: store, clock: clock, onChange: onChange}
}

// Create makes a key and gives its secret, which cannot be had again. An empty role is
// [Admin]; a zero time for expires is never.
func (s *Service) Create(ctx context.Context, name string, role Role, expires time.Time) (Key, string, error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > maxName {
		return Key{}, "", fault.Field("name", "A key needs a name of at most %d characters.", maxName)
	}
	if !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return Key{}, "", fault.Field("name", "The name of a key is one line of text, without control characters.")
	}
	role = cmp.Or(role, Admin)
	if !slices.Contains(Roles(), role) {
		return Key{}, "", fault.Field("role", "The role of a key is %s, %s or %s.", Admin, Write, Read)
	}
	now := s.clock.Now()
	if !expires.IsZero() && !expires.After(now) {
		return Key{}, "", fault.Field("expiresAt", "The key would have expired before it is made.")
	}
	secret := id.NewSecret()
	key := Key{ID: "k-" + id.NewShort(12), Name: name, Hash: hash(secret), Role: role, CreatedAt: s.times.Next(now), ExpiresAt: expires}
	if err := s.store.CreateKey(ctx, key); err != nil {
		return Key{}, "", err
	}
	s.onChange.Notify(key.ID)
	return key, secret, nil
}

// CreateLocal makes the key of this start, by which the window and the command
// line reach the server that they belong to. It is kept in memory only.
func (s *Service) CreateLocal() string {
	secret := id.NewSecret()
	s.local = hash(secret)
	return secret
}

// IsLocal says whether secret is the key of this start.
func (s *Service) IsLocal(secret string) bool {
	return s.local != "" && subtle.ConstantTimeCompare([]byte(hash(secret)), []byte(s.local)) == 1
}

// Check says whether secret is that of a good key with the right of a role. Where it is no
// good key's the error is a fault of kind Denied, where it lacks the right of kind Forbidden.
func (s *Service) Check(ctx context.Context, secret string, right Role) error {
	_, err := s.Identify(ctx, secret, right)
	return err
}

// LocalID stands for the id of the key of this start.
const LocalID = "local"

// LocalName is what people know it as.
const LocalName = "This computer"

// Local says whether a key is that of this start.
func (k *Key) Local() bool { return k.ID == LocalID }

// Identify is Check, and gives the key.
func (s *Service) Identify(ctx context.Context, secret string, right Role) (Key, error) {
	if secret == "" {
		return Key{}, fault.New(fault.Denied, "The API key is missing: send it as the header Authorization.").Coded(fault.KeyMissing)
	}
	if strings.HasPrefix(strings.ToLower(secret), "bearer ") {
		return Key{}, fault.New(fault.Denied, "The header Authorization holds the API key as it stands, without the word Bearer.")
	}
	if s.IsLocal(secret) {
		return Key{ID: LocalID, Name: LocalName, Role: Admin}, nil
	}
	key, err := s.store.FindKey(ctx, hash(secret))
	now := s.clock.Now()
	switch {
	case fault.Is(err, fault.NotFound), err == nil && !key.Good(now):
		return Key{}, fault.New(fault.Denied, "The API key is not valid.")
	case err != nil:
		return Key{}, err
	case !key.Role.may(right):
		return Key{}, fault.New(fault.Forbidden, "This API key may not do that: its role is %q, and it takes %q.", key.Role, right).
			Coded(fault.KeyRole)
	}
	s.uses.note(key.ID, now)
	return key, nil
}

// Good says whether a key opens anything now.
func (s *Service) Good(key *Key) bool { return key.Good(s.clock.Now()) }

// SaveUses writes down when keys were last used. What could not be written is so the next time.
func (s *Service) SaveUses(ctx context.Context) error {
	used := s.uses.take()
	if len(used) == 0 {
		return nil
	}
	if err := s.store.UseKeys(ctx, used); err != nil {
		s.uses.putBack(used)
		return err
	}
	return nil
}

// List returns at most limit keys, oldest first, of those behind the one that has a time of creation and an id.
func (s *Service) List(ctx context.Context, at time.Time, id string, limit int) ([]Key, error) {
	keys, err := s.store.ListKeys(ctx, at, id, limit)
	for i := range keys {
		if at := s.uses.since(keys[i].ID).Truncate(time.Minute); at.After(keys[i].UsedAt) {
			keys[i].UsedAt = at
		}
	}
	return keys, err
}

// Names returns the names of keys by their ids, which may be there more than once.
func (s *Service) Names(ctx context.Context, ids []string) (map[string]string, error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	names, err := s.store.NameKeys(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	names[LocalID] = LocalName
	return names, nil
}

// Revoke revokes a key at once, with the viewing sessions that it made, whose ids it returns. With keep these stay
// in force: administrators alone see their ids from then on, and a later call without keep ends them.
func (s *Service) Revoke(ctx context.Context, id string, keep bool) (ended []string, err error) {
	if ended, err = s.store.RevokeKey(ctx, id, s.clock.Now(), keep); err != nil {
		return nil, err
	}
	s.onChange.Notify(id)
	return ended, nil
}

func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
