// Package account manages API keys and their rights.
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

// maxName is the maximum length of a key's name, in characters.
const maxName = 100

// Key is an API key as it is stored, without its secret.
type Key struct {
	ID        string
	Name      string
	Hash      string // SHA-256 of the secret, in hex; a slow hash is not needed for 256 random bits
	Role      Role
	CreatedAt time.Time
	ExpiresAt time.Time // zero for never
	RevokedAt time.Time // zero if it is not revoked
	UsedAt    time.Time // last use, to the minute; zero for never
}

// IsValid reports whether the key is valid at the given time: neither expired nor revoked.
func (k *Key) IsValid(now time.Time) bool {
	return k.RevokedAt.IsZero() && (k.ExpiresAt.IsZero() || now.Before(k.ExpiresAt))
}

// Store stores keys.
type Store interface {
	CreateKey(ctx context.Context, key Key) error
	// FindKey returns the key with the given hash, or a fault of kind NotFound.
	FindKey(ctx context.Context, hash string) (Key, error)
	// ListKeys returns up to limit keys, oldest first. The list starts after the key that was created at the given time
	// and has the given id.
	ListKeys(ctx context.Context, afterTime time.Time, afterID string, limit int) ([]Key, error)
	// ListKeyNames returns the names of the keys with the given ids, as a map from id to name.
	ListKeyNames(ctx context.Context, ids []string) (map[string]string, error)
	// RevokeKey revokes a key, or returns a fault of kind NotFound. In the same transaction it ends the valid sessions
	// that the key created, and returns their ids. If keepSessions is true, the sessions stay valid and belong to the
	// administrators instead.
	RevokeKey(ctx context.Context, id string, at time.Time, keepSessions bool) (endedSessions []string, err error)
	// SaveKeyUses records when keys were last used. The argument times maps the ids of keys to these times.
	SaveKeyUses(ctx context.Context, times map[string]time.Time) error
}

// Clock returns the time by which keys expire. It must not go back, or expired keys would be valid again.
type Clock interface {
	Now() time.Time
}

// Service creates, checks and revokes keys.
type Service struct {
	store     Store
	clock     Clock
	onChange  event.Listener
	times     clock.Sequence // creation times of keys
	localHash string         // hash of the local key
	uses      uses
}

// New returns a service that stores its keys in store and reads the time from clock to determine whether a key has
// expired. If onChange is not nil, it is called with the id of each changed key.
func New(store Store, clock Clock, onChange event.Listener) *Service {
	return &Service{store: store, clock: clock, onChange: onChange}
}

// Create creates a key and returns its secret, which cannot be retrieved later. An empty role stands for [Admin]. If
// expires is zero, the key never expires.
func (s *Service) Create(ctx context.Context, name string, role Role, expires time.Time) (Key, string, error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > maxName {
		return Key{}, "", fault.Field("name", "A key needs a name of at most %d characters.", maxName)
	}
	if !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return Key{}, "", fault.Field("name", "The name of a key must be one line of text without control characters.")
	}
	role = cmp.Or(role, Admin)
	if !slices.Contains(Roles(), role) {
		return Key{}, "", fault.Field("role", "The role of a key must be %s, %s or %s.", Admin, Write, Read)
	}
	now := s.clock.Now()
	if !expires.IsZero() && !expires.After(now) {
		return Key{}, "", fault.Field("expiresAt", "The expiry of the key is in the past. Set a time in the future.")
	}
	secret := id.NewSecret()
	key := Key{ID: "k-" + id.NewShort(12), Name: name, Hash: hash(secret), Role: role, CreatedAt: s.times.Next(now), ExpiresAt: expires}
	if err := s.store.CreateKey(ctx, key); err != nil {
		return Key{}, "", err
	}
	s.onChange.Notify(key.ID)
	return key, secret, nil
}

// CreateLocal creates the local key and returns its secret. The desktop window and the command line call the server
// with this key. It is only kept in memory. CreateLocal must be called before the service is used concurrently.
func (s *Service) CreateLocal() string {
	secret := id.NewSecret()
	s.localHash = hash(secret)
	return secret
}

// IsLocal reports whether secret is the secret of the local key.
func (s *Service) IsLocal(secret string) bool {
	return s.localHash != "" && subtle.ConstantTimeCompare([]byte(hash(secret)), []byte(s.localHash)) == 1
}

// Check returns an error unless secret belongs to a valid key that has the given right. The error is a fault of kind
// Denied if the key is not valid, and of kind Forbidden if the key lacks the right.
func (s *Service) Check(ctx context.Context, secret string, right Role) error {
	_, err := s.Identify(ctx, secret, right)
	return err
}

// LocalID is the id of the local key.
const LocalID = "local"

// LocalName is the name of the local key.
const LocalName = "This computer"

// IsLocal reports whether the key is the local key.
func (k *Key) IsLocal() bool { return k.ID == LocalID }

// Identify returns the key with the given secret. It fails under the same conditions as [Service.Check].
func (s *Service) Identify(ctx context.Context, secret string, right Role) (Key, error) {
	if secret == "" {
		return Key{}, fault.New(fault.Denied, "The API key is missing. Send it in the header Authorization.").WithCode(fault.KeyMissing)
	}
	if strings.HasPrefix(strings.ToLower(secret), "bearer ") {
		return Key{}, fault.New(fault.Denied, "The header Authorization must contain only the API key, without the word Bearer.")
	}
	if s.IsLocal(secret) {
		return Key{ID: LocalID, Name: LocalName, Role: Admin}, nil
	}
	key, err := s.store.FindKey(ctx, hash(secret))
	now := s.clock.Now()
	switch {
	case fault.Is(err, fault.NotFound), err == nil && !key.IsValid(now):
		return Key{}, fault.New(fault.Denied, "The API key is not valid. It is unknown, expired or revoked.")
	case err != nil:
		return Key{}, err
	case !key.Role.includes(right):
		return Key{}, fault.New(fault.Forbidden, "The role of this API key is %q, but this request requires %q.", key.Role, right).
			WithCode(fault.KeyRoleDenied)
	}
	s.uses.record(key.ID, now)
	return key, nil
}

// IsValid reports whether a key is valid now.
func (s *Service) IsValid(key *Key) bool { return key.IsValid(s.clock.Now()) }

// SaveUses records when keys were last used. Times that cannot be recorded are kept for the next call.
func (s *Service) SaveUses(ctx context.Context) error {
	used := s.uses.drain()
	if len(used) == 0 {
		return nil
	}
	if err := s.store.SaveKeyUses(ctx, used); err != nil {
		s.uses.restore(used)
		return err
	}
	return nil
}

// List returns up to limit keys, oldest first. The list starts after the key that was created at the given time and has
// the given id.
func (s *Service) List(ctx context.Context, afterTime time.Time, afterID string, limit int) ([]Key, error) {
	keys, err := s.store.ListKeys(ctx, afterTime, afterID, limit)
	for i := range keys {
		if at := s.uses.lastUse(keys[i].ID).Truncate(time.Minute); at.After(keys[i].UsedAt) {
			keys[i].UsedAt = at
		}
	}
	return keys, err
}

// Names returns the names of the keys with the given ids, by id, and the name of the local key. An id may be given more
// than once.
func (s *Service) Names(ctx context.Context, ids []string) (map[string]string, error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	names, err := s.store.ListKeyNames(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	names[LocalID] = LocalName
	return names, nil
}

// Revoke revokes a key, or returns a fault of kind NotFound. It ends the viewing sessions that the key created, and
// returns their ids. If keepSessions is true, the sessions stay valid, and only administrators see their ids. A later
// call without keepSessions ends them.
func (s *Service) Revoke(ctx context.Context, id string, keepSessions bool) (endedSessions []string, err error) {
	if endedSessions, err = s.store.RevokeKey(ctx, id, s.clock.Now(), keepSessions); err != nil {
		return nil, err
	}
	s.onChange.Notify(id)
	return endedSessions, nil
}

func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
