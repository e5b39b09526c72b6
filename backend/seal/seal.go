// Package seal closes short secrets, such as the password of a document, for the time
// that they must lie in the database: AES-256-GCM under a key that lies elsewhere, so
// that neither a copy of the database nor its log gives them away.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"lectern/backend/disk"
)

// keySize is that of AES-256, in bytes.
const keySize = 32

// Source gives the key, which it makes where there is none. What it has given lasts.
type Source func() ([]byte, error)

// Sealer closes and opens secrets under one key. It is made with the first secret.
type Sealer struct {
	source Source

	mu    sync.Mutex
	aead  cipher.AEAD // nil until the key is wanted
	same  cipher.AEAD // the same with nonces that are given
	nonce []byte      // key of nonces that follow from what is sealed
}

// New makes a sealer with the key of a source. Nothing is read or written yet.
func New(source Source) *Sealer { return &Sealer{source: source} }

// File is the source of a key that lies in a file, for its user only.
func File(path string) Source {
	return func() ([]byte, error) {
		key, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return createKey(path)
		}
		return key, err
	}
}

// NewKey gives a new key.
func NewKey() []byte {
	key := make([]byte, keySize)
	_, _ = rand.Read(key) // never fails
	return key
}

// Seal closes a secret. It is opened for the same owner only: moved to another one's
// record it is worth nothing.
func (s *Sealer) Seal(secret, owner string) ([]byte, error) {
	aead, err := s.open()
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return aead.Seal(nil, nil, []byte(secret), []byte(owner)), nil
}

// SealSame is Seal with the same result for the same secret and owner, so that what is sealed can be compared. Its
// nonce is a keyed hash of both.
func (s *Sealer) SealSame(secret, owner string) ([]byte, error) {
	if _, err := s.open(); err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	mac := hmac.New(sha256.New, s.nonce)
	fmt.Fprintf(mac, "%d %s%s", len(owner), owner, secret)
	nonce := mac.Sum(nil)[:s.same.NonceSize()]
	return s.same.Seal(nonce, nonce, []byte(secret), []byte(owner)), nil
}

// Open gives the secret that was sealed for the owner. The error says that it was
// not, or under another key.
func (s *Sealer) Open(sealed []byte, owner string) (string, error) {
	aead, err := s.open()
	if err != nil {
		return "", fmt.Errorf("open sealed: %w", err)
	}
	secret, err := aead.Open(nil, nil, sealed, []byte(owner))
	if err != nil {
		return "", fmt.Errorf("open sealed: %w", err)
	}
	return string(secret), nil
}

func (s *Sealer) open() (cipher.AEAD, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.aead != nil {
		return s.aead, nil
	}
	key, err := s.source()
	if err != nil {
		return nil, err
	}
	if len(key) != keySize {
		return nil, fmt.Errorf("the key to seal with is none: it has %d bytes, not %d", len(key), keySize)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if s.same, err = cipher.NewGCM(block); err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("nonces of SealSame"))
	s.nonce = mac.Sum(nil)
	s.aead, err = cipher.NewGCMWithRandomNonce(block)
	return s.aead, err
}

// createKey writes a new key. It is on disk when createKey returns: what is sealed
// under it may outlive this process.
func createKey(path string) ([]byte, error) {
	key := NewKey()
	next, err := os.OpenFile(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = next.Write(key)
	if err := errors.Join(err, next.Sync(), next.Close()); err != nil {
		return nil, err
	}
	if err := os.Rename(path+".new", path); err != nil {
		return nil, err
	}
	return key, disk.SyncFolder(filepath.Dir(path))
}
