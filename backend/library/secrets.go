package library

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/seal"
	"lectern/backend/sentence"
	"lectern/backend/store"
	"lectern/backend/webhook"
)

// The known text by which a start recognises the key that secrets were sealed with.
const (
	knownText  = "lectern"
	knownOwner = "known text"
)

// secrets are the sealed values of a library, and the place of their key.
type secrets struct {
	db  *store.DB
	key keyPlace
}

// open returns the sealer of the library. A lost, damaged or wrong key is replaced if nothing is sealed; otherwise open returns
// a fault of kind Conflict that names what cannot be opened.
func (s secrets) open(ctx context.Context) (*seal.Sealer, error) {
	ctx, cancel := context.WithTimeout(ctx, keyTime)
	defer cancel()
	sealer, wrong, err := s.openKey(ctx)
	if err != nil {
		return nil, err
	}
	if wrong.IsZero() {
		return sealer, s.note(ctx, sealer)
	}
	if sealed, err := s.db.ListSealed(ctx); err != nil || len(sealed) > 0 {
		return nil, errors.Join(err, s.refuse(wrong, sealed))
	}
	if wrong.Code != keyMissing.Code { // a missing key may just have been made by another node
		err = s.setKeyAside(ctx)
	}
	if err != nil {
		return nil, err
	}
	return s.renew(ctx, s.db.SaveSealCheck)
}

// openKey returns a sealer with the stored key, and what is wrong with the key.
func (s secrets) openKey(ctx context.Context) (sealer *seal.Sealer, wrong sentence.Sentence, err error) {
	if sealer, wrong, err = s.key.open(ctx); sealer == nil {
		return nil, wrong, err
	}
	fits, err := s.fits(ctx, sealer)
	if err == nil && !fits {
		wrong = keyWrong
	}
	return sealer, wrong, err
}

// check returns a fault of kind Conflict if the key does not open the secrets. It changes nothing.
func (s secrets) check(ctx context.Context) error {
	wrong, sealed, err := s.lost(ctx)
	return errors.Join(err, s.refuse(wrong, sealed))
}

// lost returns what is wrong with the key, and the secrets that it does not open therefore.
func (s secrets) lost(ctx context.Context) (wrong sentence.Sentence, sealed []store.Sealed, err error) {
	_, wrong, err = s.openKey(ctx)
	if err != nil || wrong.IsZero() {
		return wrong, nil, err
	}
	sealed, err = s.db.ListSealed(ctx)
	return wrong, sealed, err
}

// fits reports whether a sealer opens the secrets. Libraries of earlier versions have no known text, but always a secret of
// webhooks.
func (s secrets) fits(ctx context.Context, sealer *seal.Sealer) (bool, error) {
	check, err := s.db.SealCheck(ctx)
	if err != nil {
		return false, err
	}
	if len(check) > 0 {
		return opens(sealer, check), nil
	}
	known, err := s.db.ListSecrets(ctx, time.Now())
	if err != nil || len(known) == 0 {
		return err == nil, err
	}
	_, wrong := sealer.Open(known[0].Sealed, webhook.SecretOwner)
	return wrong == nil, nil
}

// note stores the sealed known text unless there is one.
func (s secrets) note(ctx context.Context, sealer *seal.Sealer) error {
	check, err := s.db.SealCheck(ctx)
	if err != nil || len(check) > 0 {
		return err
	}
	check, err = sealer.Seal(knownText, knownOwner)
	if err != nil {
		return err
	}
	return s.db.SaveSealCheck(ctx, check)
}

// setKeyAside renames a key that is not the right one.
func (s secrets) setKeyAside(ctx context.Context) error {
	if err := s.key.setAside(ctx); err != nil {
		return fmt.Errorf("set the key of secrets aside: %w", err)
	}
	return nil
}

// renew creates a key unless there is one, and stores the known text, sealed with it, through save.
func (s secrets) renew(ctx context.Context, save func(ctx context.Context, check []byte) error) (*seal.Sealer, error) {
	key, err := s.key.create(ctx)
	if err != nil {
		return nil, fmt.Errorf("make the key of secrets: %w", err)
	}
	sealer := seal.New(key)
	check, err := sealer.Seal(knownText, knownOwner)
	if err == nil {
		err = save(ctx, check)
	}
	return sealer, err
}

// mostLost is how many names of lost secrets are listed of each kind.
const mostLost = 5

// refuse returns the fault for a key that is not the right one. It is nil if nothing is sealed.
func (s secrets) refuse(wrong sentence.Sentence, sealed []store.Sealed) error {
	if len(sealed) == 0 {
		return nil
	}
	return fault.Told(fault.Conflict, sentence.New("key-refused", "The key of secrets, {place}, {wrong}. Without it these cannot be opened any more: {lost}. "+
		"Nothing was changed. Put the right seal.key back, which is in every backup of the library. "+
		"To go on without these secrets, run 'lectern forget-secrets' with the --data, or the --database and --blobs, of this library.").
		With("place", s.key.name()).With("wrong", wrong).With("lost", describeSealed(sealed)))
}

func describeSealed(sealed []store.Sealed) sentence.Sentence {
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
	return sentence.New("lost-named", "{what} ({names})").With("what", sealed.What).With("names", sentence.Names(sealed.Names, mostLost))
}

// errKeyFits means that there are no secrets to forget.
var errKeyFits = errors.New("the key of secrets is there and opens them: nothing was changed")

// ForgetSecrets removes the secrets of a library whose key is lost, damaged or another one, and returns them. No server may run
// on the library. If the key fits, ForgetSecrets changes nothing and returns an error.
func ForgetSecrets(ctx context.Context, at Place, log *slog.Logger) (lost []store.Sealed, err error) {
	if err := (Place{Data: at.Data, Database: at.Database}).Check(ctx); err != nil {
		return nil, err
	}
	l, err := openSource(ctx, at, log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.closeTool()) }()
	err = l.DB.Alone(ctx, func() error {
		lost, err = l.secrets().forget(ctx)
		return err
	})
	return lost, err
}

func (s secrets) forget(ctx context.Context) ([]store.Sealed, error) {
	_, wrong, err := s.openKey(ctx)
	if err == nil && wrong.IsZero() {
		err = errKeyFits
	}
	if err != nil {
		return nil, err
	}
	lost, err := s.db.ListSealed(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.setKeyAside(ctx); err != nil {
		return nil, err
	}
	if _, err := s.renew(ctx, s.db.ForgetSealed); err != nil {
		return nil, err
	}
	return lost, s.db.CreateAudit(ctx, Command("forget-secrets"))
}

// secrets returns the sealed values of the library, with the place of their key.
func (l *Library) secrets() secrets {
	if l.Blobs != "" {
		return secrets{l.DB, keyPlace{bucket: l.bucket}}
	}
	return secrets{l.DB, keyPlace{path: l.Folder.sealKey()}}
}
