// Package seal encrypts short secrets in the database, such as the password of a document, with AES-256-GCM. The key is
// stored elsewhere, so that neither a copy of the database nor its write-ahead log reveals the secrets.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"

	"lectern/backend/internal/disk"
)

// Key is an encryption key for AES-256.
type Key [32]byte

// NewKey returns a random key.
func NewKey() (k Key) {
	_, _ = rand.Read(k[:]) // never fails
	return k
}

// ParseKey parses the stored form of a key. It returns an error if the key is damaged.
func ParseKey(text []byte) (k Key, err error) {
	if copy(k[:], text) != len(k) || len(text) != len(k) {
		return k, fmt.Errorf("the encryption key has %d bytes instead of %d", len(text), len(k))
	}
	return k, nil
}

// WriteNew writes a new key to a file that only its user can read, and returns the key. It replaces an existing file.
// Before WriteNew returns, it syncs the file to the disk, because secrets that are encrypted with the key can outlive
// this process.
func WriteNew(path string) (Key, error) {
	key := NewKey()
	return key, disk.ReplaceFileDurably(path, key[:])
}

// Sealer encrypts and decrypts secrets with one key.
type Sealer struct {
	key           Key
	aead          cipher.AEAD
	deterministic cipher.AEAD // the same cipher, but with nonces that the caller sets
	nonceKey      []byte      // key with which a nonce is derived from a secret
}

// New returns a sealer that uses the given key.
func New(key Key) *Sealer {
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // cannot occur, because the size of the key is right
	}
	s := &Sealer{key: key}
	s.aead, err = cipher.NewGCMWithRandomNonce(block)
	if err == nil {
		s.deterministic, err = cipher.NewGCM(block)
	}
	if err != nil {
		panic(err) // cannot occur, because the block size of AES is right
	}
	mac := hmac.New(sha256.New, key[:])
	mac.Write([]byte("nonces of SealSame"))
	s.nonceKey = mac.Sum(nil)
	return s
}

// Key returns the key of the sealer.
func (s *Sealer) Key() Key { return s.key }

// Seal encrypts a secret for an owner. The result can be decrypted only for the same owner. Therefore a person who
// copies it to the record of another owner cannot read the secret there.
func (s *Sealer) Seal(secret, owner string) ([]byte, error) {
	return s.aead.Seal(nil, nil, []byte(secret), []byte(owner)), nil
}

// SealDeterministic does the same as [Sealer.Seal], but always returns the same result for the same secret and owner,
// so that encrypted values can be compared. The nonce is a keyed hash of the secret and the owner.
func (s *Sealer) SealDeterministic(secret, owner string) ([]byte, error) {
	mac := hmac.New(sha256.New, s.nonceKey)
	fmt.Fprintf(mac, "%d %s%s", len(owner), owner, secret)
	nonce := mac.Sum(nil)[:s.deterministic.NonceSize()]
	return s.deterministic.Seal(nonce, nonce, []byte(secret), []byte(owner)), nil
}

// Open returns the secret that was sealed for the owner. It returns an error if the secret was sealed for another owner
// or with another key.
func (s *Sealer) Open(sealed []byte, owner string) (string, error) {
	secret, err := s.aead.Open(nil, nil, sealed, []byte(owner))
	if err != nil {
		return "", fmt.Errorf("decrypt secret: %w", err)
	}
	return string(secret), nil
}
