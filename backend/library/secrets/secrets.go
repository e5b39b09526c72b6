// Package secrets encrypts and decrypts the secrets of a library. It stores the key of secrets, checks that the key
// fits, and replaces a lost key.
package secrets

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/seal"
	"lectern/backend/sentence"
	"lectern/backend/store"
	"lectern/backend/webhook"
)

// The known text. A start decrypts it to check that the key is the one that secrets were encrypted with.
const (
	knownText  = "lectern"
	knownOwner = "known text"
)

// Set is the encrypted values of a library, and the place of their key.
type Set struct {
	DB  *store.DB
	Key Key
}

// Open returns the sealer of the library. It replaces a lost, damaged or wrong key if nothing is encrypted. Otherwise
// it returns a fault of kind Conflict that names what cannot be decrypted.
func (s Set) Open(ctx context.Context) (*seal.Sealer, error) {
	ctx, cancel := context.WithTimeout(ctx, keyTime)
	defer cancel()
	sealer, wrong, err := s.openKey(ctx)
	if err != nil {
		return nil, err
	}
	if wrong.IsZero() {
		return sealer, s.note(ctx, sealer)
	}
	if sealed, err := s.DB.Seals.ListSealed(ctx); err != nil || len(sealed) > 0 {
		return nil, errors.Join(err, s.refuse(wrong, sealed))
	}
	if wrong.Code != keyMissing.Code { // if the key is missing, another node may just have created it
		err = s.setKeyAside(ctx)
	}
	if err != nil {
		return nil, err
	}
	return s.renew(ctx, s.DB.Seals.SaveSealCheck)
}

// openKey returns a sealer with the stored key, and the problem of the key, if any.
func (s Set) openKey(ctx context.Context) (sealer *seal.Sealer, wrong sentence.Sentence, err error) {
	if sealer, wrong, err = s.Key.open(ctx); sealer == nil {
		return nil, wrong, err
	}
	fits, err := s.fits(ctx, sealer)
	if err == nil && !fits {
		wrong = keyWrong
	}
	return sealer, wrong, err
}

// Check returns a fault of kind Conflict if the key does not open the secrets. It changes nothing.
func (s Set) Check(ctx context.Context) error {
	wrong, sealed, err := s.Lost(ctx)
	return errors.Join(err, s.refuse(wrong, sealed))
}

// Lost returns the problem of the key, if any, and the secrets that cannot be decrypted because of it.
func (s Set) Lost(ctx context.Context) (wrong sentence.Sentence, sealed []store.Sealed, err error) {
	_, wrong, err = s.openKey(ctx)
	if err != nil || wrong.IsZero() {
		return wrong, nil, err
	}
	sealed, err = s.DB.Seals.ListSealed(ctx)
	return wrong, sealed, err
}

// fits reports whether a sealer opens the secrets. Libraries of earlier versions have no known text, but they always
// have a webhook secret.
func (s Set) fits(ctx context.Context, sealer *seal.Sealer) (bool, error) {
	check, err := s.DB.Seals.SealCheck(ctx)
	if err != nil {
		return false, err
	}
	if len(check) > 0 {
		return opens(sealer, check), nil
	}
	known, err := s.DB.Webhooks.ListSecrets(ctx, time.Now())
	if err != nil || len(known) == 0 {
		return err == nil, err
	}
	_, wrong := sealer.Open(known[0].Sealed, webhook.SecretOwner)
	return wrong == nil, nil
}

// note stores a known text, encrypted with the key, unless it is stored already. A later start decrypts it to check its
// key.
func (s Set) note(ctx context.Context, sealer *seal.Sealer) error {
	check, err := s.DB.Seals.SealCheck(ctx)
	if err != nil || len(check) > 0 {
		return err
	}
	check, err = sealer.Seal(knownText, knownOwner)
	if err != nil {
		return err
	}
	return s.DB.Seals.SaveSealCheck(ctx, check)
}

// setKeyAside renames a key that is not the right one.
func (s Set) setKeyAside(ctx context.Context) error {
	if err := s.Key.setAside(ctx); err != nil {
		return fmt.Errorf("set the encryption key aside: %w", err)
	}
	return nil
}

// renew creates a key unless there is one, encrypts the known text with it, and stores the result through save.
func (s Set) renew(ctx context.Context, save func(ctx context.Context, check []byte) error) (*seal.Sealer, error) {
	key, err := s.Key.create(ctx)
	if err != nil {
		return nil, fmt.Errorf("create the encryption key: %w", err)
	}
	sealer := seal.New(key)
	check, err := sealer.Seal(knownText, knownOwner)
	if err == nil {
		err = save(ctx, check)
	}
	return sealer, err
}

// maxLostNames is the maximum number of listed names of lost secrets of each kind.
const maxLostNames = 5

// refuse returns the fault for a wrong key. It is nil if nothing is encrypted.
func (s Set) refuse(wrong sentence.Sentence, sealed []store.Sealed) error {
	if len(sealed) == 0 {
		return nil
	}
	return fault.Translatable(fault.Conflict, sentence.New("key-refused", "The encryption key, {place}, {wrong}. Nothing was "+
		"changed. Put the right seal.key back, which is in every backup of the library. To continue without the secrets, run "+
		"'lectern forget-secrets' with the --data, or the --database and --blobs, of this library. The following can then no "+
		"longer be decrypted: {lost}.").
		With("place", s.Key.name()).With("wrong", wrong).With("lost", Describe(sealed)))
}

// Describe returns a description of secrets, with their names.
func Describe(sealed []store.Sealed) sentence.Sentence {
	all := make([]sentence.Sentence, len(sealed))
	for i := range sealed {
		all[i] = describeLost(&sealed[i])
	}
	return sentence.Join(all)
}

func describeLost(sealed *store.Sealed) sentence.Sentence {
	if len(sealed.Names) == 0 {
		return sealed.What
	}
	return sentence.New("lost-named", "{what} ({names})").With("what", sealed.What).With("names", sentence.Names(sealed.Names, maxLostNames))
}

// errKeyFits means that there are no secrets to forget.
var errKeyFits = errors.New("the encryption key exists and decrypts the secrets: nothing was changed")

// Forget removes the secrets if the key does not fit, and returns them. If it fits, Forget changes nothing and returns
// an error.
func (s Set) Forget(ctx context.Context) ([]store.Sealed, error) {
	_, wrong, err := s.openKey(ctx)
	if err == nil && wrong.IsZero() {
		err = errKeyFits
	}
	if err != nil {
		return nil, err
	}
	lost, err := s.DB.Seals.ListSealed(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.setKeyAside(ctx); err != nil {
		return nil, err
	}
	_, err = s.renew(ctx, s.DB.Seals.ForgetSealed)
	return lost, err
}
