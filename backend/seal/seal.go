// Package seal closes short secrets, such as the password of a document, for the time
// that they must lie in the database: AES-256-GCM under a key that lies beside it in
// a file of its own, so that neither a copy of the database nor its log gives them away.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// keySize is that of AES-256, in bytes.
const keySize = 32

// Sealer closes and opens secrets under the key of one file. The file is made, for its
// user only, with the first secret.
type Sealer struct {
	path string

	mu   sync.Mutex
	aead cipher.AEAD // nil until the key is wanted
}

// New makes a sealer whose key lies at path. Nothing is read or written yet.
func New(path string) *Sealer { return &Sealer{path: path} }

// Seal closes a secret. It is opened for the same owner only: moved to another one's
// record it is worth nothing.
func (s *Sealer) Seal(secret, owner string) ([]byte, error) {
	aead, err := s.open()
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return aead.Seal(nil, nil, []byte(secret), []byte(owner)), nil
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
	key, err := readKey(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		key, err = createKey(s.path)
	}
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	s.aead, err = cipher.NewGCMWithRandomNonce(block)
	return s.aead, err
}

func readKey(path string) ([]byte, error) {
	key, err := os.ReadFile(path)
	if err == nil && len(key) != keySize {
		err = fmt.Errorf("%s is no key: it has %d bytes, not %d", path, len(key), keySize)
	}
	return key, err
}

// createKey writes a new key. It is on disk when createKey returns: what is sealed
// under it may outlive this process.
func createKey(path string) ([]byte, error) {
	key := make([]byte, keySize)
	_, _ = rand.Read(key) // never fails
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
	return key, syncFolder(filepath.Dir(path))
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
