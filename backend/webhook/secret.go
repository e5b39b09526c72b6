package webhook

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/sealedurl"
)

// The form of a secret, and the limits of its length in bytes, by Standard Webhooks (https://www.standardwebhooks.com).
const (
	secretPrefix  = "whsec_"
	minSecretSize = 24
	maxSecretSize = 64
	newSecretSize = 32
)

// overlap is the time for which a secret stays valid after it was replaced.
const overlap = 24 * time.Hour

// SecretOwner is the owner for which webhook secrets are encrypted. A value can be decrypted only for the owner for
// which it was encrypted.
const SecretOwner = "webhook secret"

// Secret is a key that signs deliveries.
type Secret struct {
	Text       string    // the secret in the form that receivers use, with secretPrefix
	ValidUntil time.Time // zero for the newest secret
}

// SealedSecret is an encrypted secret, as it is stored.
type SealedSecret struct {
	Sealed     []byte
	ValidUntil time.Time // zero for the newest secret
}

// Sealer encrypts secrets.
type Sealer interface {
	sealedurl.Sealer
	Seal(secret, owner string) ([]byte, error)
}

// EnsureSecret creates the first secret if there is none.
func (s *Service) EnsureSecret(ctx context.Context) error {
	stored, err := s.store.ListSecrets(ctx, s.now())
	if err != nil || len(stored) > 0 {
		return err
	}
	return s.addSecret(ctx, randomSecret())
}

// Rotate replaces the signing secret by the given secret, or by a random secret if text is empty. The previous secret
// stays valid for a day, in which deliveries carry both signatures. If text is not a valid secret, the error is a fault
// of kind Invalid.
func (s *Service) Rotate(ctx context.Context, text string) error {
	if text == "" {
		text = randomSecret()
	} else if _, err := decodeSecret(text); err != nil {
		return err
	}
	return s.addSecret(ctx, text)
}

func (s *Service) addSecret(ctx context.Context, text string) error {
	sealed, err := s.sealer.Seal(text, SecretOwner)
	if err != nil {
		return err
	}
	return s.store.AddSecret(ctx, sealed, s.now().Add(overlap))
}

// Secrets returns the valid secrets, newest first, at least one. It omits earlier secrets that can no longer be
// decrypted.
func (s *Service) Secrets(ctx context.Context) ([]Secret, error) {
	stored, err := s.store.ListSecrets(ctx, s.now())
	if err != nil {
		return nil, err
	}
	var secrets []Secret
	for _, one := range stored {
		text, err := s.sealer.Open(one.Sealed, SecretOwner)
		switch {
		case err == nil:
			secrets = append(secrets, Secret{text, one.ValidUntil})
		case one.ValidUntil.IsZero():
			return nil, fmt.Errorf("read webhook secret: %w", err)
		default:
			s.log.WarnContext(ctx, "an earlier webhook secret can no longer be read", slog.Any("error", err))
		}
	}
	if len(secrets) == 0 {
		return nil, errors.New("there is no webhook secret")
	}
	return secrets, nil
}

func randomSecret() string {
	bits := make([]byte, newSecretSize)
	_, _ = rand.Read(bits) // cannot fail
	return secretPrefix + base64.StdEncoding.EncodeToString(bits)
}

// decodeSecret returns the bytes of a secret. If the secret is invalid, it returns a fault of kind Invalid.
func decodeSecret(text string) ([]byte, error) {
	encoded, ok := strings.CutPrefix(text, secretPrefix)
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) < minSecretSize || len(key) > maxSecretSize {
		return nil, fault.Field("secret", "A secret must be %s followed by the base64 of %d to %d bytes.", secretPrefix,
			minSecretSize, maxSecretSize)
	}
	return key, nil
}
