package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/sealedurl"
)

// Standard Webhooks (https://www.standardwebhooks.com): how a secret is written, and how many
// bytes it may have.
const (
	secretPrefix = "whsec_"
	leastSecret  = 24
	mostSecret   = 64
	newSecret    = 32
)

// overlap is how long a secret stays valid when there is a newer one.
const overlap = 24 * time.Hour

// SecretOwner is the owner for whom secrets are sealed.
const SecretOwner = "webhook secret"

// Secret signs deliveries.
type Secret struct {
	Text       string    // as receivers are given it
	ValidUntil time.Time // zero for the newest
}

// SealedSecret is a secret as it is stored.
type SealedSecret struct {
	Sealed     []byte
	ValidUntil time.Time // zero for the newest
}

// Sealer closes secrets.
type Sealer interface {
	sealedurl.Sealer
	Seal(secret, owner string) ([]byte, error)
}

// MakeSecret makes the first secret where there is none.
func (s *Service) MakeSecret(ctx context.Context) error {
	stored, err := s.store.ListSecrets(ctx, s.now())
	if err != nil || len(stored) > 0 {
		return err
	}
	return s.addSecret(ctx, randomSecret())
}

// Rotate has a new secret sign: the given one, or a random one where it is empty. The one
// before is valid for another day, in which deliveries are signed with it, too.
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

// Secrets gives the secrets that sign deliveries now, the newest first, of which there is at least
// one. An earlier one that can no longer be read is left out.
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
	bits := make([]byte, newSecret)
	_, _ = rand.Read(bits) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(bits)
}

// decodeSecret gives the bytes of a secret. What is none is a fault of kind Invalid.
func decodeSecret(text string) ([]byte, error) {
	encoded, ok := strings.CutPrefix(text, secretPrefix)
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) < leastSecret || len(key) > mostSecret {
		return nil, fault.Field("secret", "A secret is %s and the base64 of %d to %d bytes.", secretPrefix, leastSecret, mostSecret)
	}
	return key, nil
}

// signature gives what stands in the header webhook-signature: a signature for each secret.
func signature(secrets []Secret, id string, at time.Time, body string) (string, error) {
	var all []string
	for _, secret := range secrets {
		key, err := decodeSecret(secret.Text)
		if err != nil {
			return "", err
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "." + body))
		all = append(all, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(all, " "), nil
}
