// Package secrets manages the encryption of a library's secrets. It stores the encryption key, checks that the key
// decrypts the secrets, and replaces a lost key.
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

// The known text is stored in the database in encrypted form. Each start of a server decrypts it, in order to check
// that the stored key is the key that encrypted the secrets.
const (
	knownText  = "lectern"
	knownOwner = "known text"
)

// Set is the set of encrypted values of a library, and the location of their key.
type Set struct {
	DB  *store.DB
	Key Key
}

// Open returns the sealer of the library. If nothing is encrypted, Open replaces a lost, damaged or wrong key.
// Otherwise such a key leads to a fault of kind Conflict, which names the secrets that cannot be decrypted.
func (s Set) Open(ctx context.Context) (*seal.Sealer, error) {
	ctx, cancel := context.WithTimeout(ctx, keyTime)
	defer cancel()
	sealer, wrong, err := s.openKey(ctx)
	if err != nil {
		return nil, err
	}
	if wrong.IsZero() {
		return sealer, s.storeKnownText(ctx, sealer)
	}
	if sealed, err := s.DB.Seals.ListSealed(ctx); err != nil || len(sealed) > 0 {
		return nil, errors.Join(err, s.refuse(wrong, sealed))
	}
	if wrong.Code != keyMissing.Code { // a missing key may just have been created by another node
		err = s.setKeyAside(ctx)
	}
	if err != nil {
		return nil, err
	}
	return s.renew(ctx, s.DB.Seals.SaveSealCheck)
}

// openKey returns a sealer with the stored key. The result problem describes the problem of the key, or is zero if
// there is none.
func (s Set) openKey(ctx context.Context) (sealer *seal.Sealer, problem sentence.Sentence, err error) {
	if sealer, problem, err = s.Key.open(ctx); sealer == nil {
		return nil, problem, err
	}
	fits, err := s.canDecrypt(ctx, sealer)
	if err == nil && !fits {
		problem = keyWrong
	}
	return sealer, problem, err
}

// Check returns a fault of kind Conflict if the key cannot decrypt the secrets. It changes nothing.
func (s Set) Check(ctx context.Context) error {
	wrong, sealed, err := s.Lost(ctx)
	return errors.Join(err, s.refuse(wrong, sealed))
}

// Lost returns the problem of the key and the secrets that cannot be decrypted because of this problem. The result
// problem is zero if the key has no problem.
func (s Set) Lost(ctx context.Context) (problem sentence.Sentence, sealed []store.Sealed, err error) {
	_, problem, err = s.openKey(ctx)
	if err != nil || problem.IsZero() {
		return problem, nil, err
	}
	sealed, err = s.DB.Seals.ListSealed(ctx)
	return problem, sealed, err
}

// canDecrypt reports whether a sealer can decrypt the secrets. It tries to decrypt the known text. Libraries of earlier
// versions contain no known text; there it tries the newest webhook secret. If there is none either, the result is
// true.
func (s Set) canDecrypt(ctx context.Context, sealer *seal.Sealer) (bool, error) {
	check, err := s.DB.Seals.SealCheck(ctx)
	if err != nil {
		return false, err
	}
	if len(check) > 0 {
		return decryptsKnownText(sealer, check), nil
	}
	known, err := s.DB.Webhooks.ListSecrets(ctx, time.Now())
	if err != nil || len(known) == 0 {
		return err == nil, err
	}
	_, wrong := sealer.Open(known[0].Sealed, webhook.SecretOwner)
	return wrong == nil, nil
}

// storeKnownText stores the known text, encrypted with the key, unless it is already stored. Later starts of a server
// decrypt it to check the key.
func (s Set) storeKnownText(ctx context.Context, sealer *seal.Sealer) error {
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

// setKeyAside renames a key that cannot decrypt the secrets.
func (s Set) setKeyAside(ctx context.Context) error {
	if err := s.Key.setAside(ctx); err != nil {
		return fmt.Errorf("set the encryption key aside: %w", err)
	}
	return nil
}

// renew creates a key unless a key exists, encrypts the known text with this key, and passes the encrypted text to
// save.
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

// maxLostNames is the maximum number of names of lost secrets that a message lists for each kind of secret.
const maxLostNames = 5

// refuse returns the fault for a key that cannot be used. The argument problem describes the problem of the key. If
// nothing is encrypted, refuse returns nil.
func (s Set) refuse(problem sentence.Sentence, sealed []store.Sealed) error {
	if len(sealed) == 0 {
		return nil
	}
	return fault.Translatable(fault.Conflict, sentence.New("key-refused", "The encryption key, {place}, {wrong}. Nothing was "+
		"changed. Put the right seal.key back, which is in every backup of the library. To continue without the secrets, run "+
		"'lectern forget-secrets' with the --data, or the --database and --blobs, of this library. The following can then no "+
		"longer be decrypted: {lost}.").
		With("place", s.Key.name()).With("wrong", problem).With("lost", Describe(sealed)))
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
		return sealed.Description
	}
	names := sentence.Names(sealed.Names, maxLostNames)
	return sentence.New("lost-named", "{what} ({names})").With("what", sealed.Description).With("names", names)
}

// errKeyFits means that the key can decrypt the secrets, so that there is no reason to remove them.
var errKeyFits = errors.New("the encryption key exists and decrypts the secrets: nothing was changed")

// Forget removes the secrets if the key cannot decrypt them, and returns the removed secrets. If the key can decrypt
// them, Forget changes nothing and returns an error.
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
