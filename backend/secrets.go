package backend

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/seal"
	"lectern/backend/sentence"
	"lectern/backend/store"
	"lectern/backend/webhook"
)

// keyObject is the object of a bucket that has the key of secrets.
const keyObject = "seal.key"

// keyTime is how long the store may take to answer for the key.
const keyTime = 30 * time.Second

// keyPlace is where the key of secrets lies: with the bytes of a library that several servers share, so that each of
// them can open what others have sealed, and else in a file.
type keyPlace struct {
	path   string
	bucket *blob.Bucket // nil for a file
}

func (k keyPlace) name() string {
	if k.bucket != nil {
		return keyObject + " in the bucket"
	}
	return k.path
}

// read returns the text of the key; nil where there is none.
func (k keyPlace) read(ctx context.Context) (text []byte, err error) {
	if k.bucket == nil {
		text, err = disk.ReadRegular(k.path)
	} else {
		text, err = readObject(ctx, k.bucket, keyObject)
	}
	if errors.Is(err, fs.ErrNotExist) || gcerrors.Code(err) == gcerrors.NotFound {
		return nil, nil
	}
	if err != nil && k.bucket != nil {
		err = fault.Away(err)
	}
	return text, err
}

// create makes a key where there is none, and returns the one that is there then: another node may have been faster.
func (k keyPlace) create(ctx context.Context) (key seal.Key, err error) {
	if k.bucket == nil {
		return seal.WriteNew(k.path)
	}
	key = seal.NewKey()
	text, err := createObject(ctx, k.bucket, keyObject, key[:])
	if err != nil {
		return key, fault.Away(err)
	}
	return seal.ParseKey(text)
}

// setAside keeps what is in the place of the key under another name.
func (k keyPlace) setAside(ctx context.Context) error {
	aside := ".lost-" + time.Now().UTC().Format("20060102-150405")
	if k.bucket == nil {
		if err := os.Rename(k.path, k.path+aside); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	err := k.bucket.Copy(ctx, keyObject+aside, keyObject, nil)
	if err == nil {
		err = k.bucket.Delete(ctx, keyObject)
	}
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

// The known text by which a start tells whether the key is the one that secrets were sealed with.
const (
	knownText  = "lectern"
	knownOwner = "known text"
)

// secrets are the sealed values of a library, with the place of their key.
type secrets struct {
	db  *store.DB
	key keyPlace
}

// open returns the sealer of the library. A lost, damaged or wrong key is replaced where nothing is sealed; else it is a
// fault of kind Conflict, which names what cannot be opened.
func (s secrets) open(ctx context.Context) (*seal.Sealer, error) {
	ctx, cancel := context.WithTimeout(ctx, keyTime)
	defer cancel()
	sealer, wrong, err := s.try(ctx)
	if err != nil {
		return nil, err
	}
	if wrong.IsZero() {
		return sealer, s.note(ctx, sealer)
	}
	if sealed, err := s.db.ListSealed(ctx); err != nil || len(sealed) > 0 {
		return nil, errors.Join(err, s.refuse(wrong, sealed))
	}
	if wrong.Code != keyMissing.Code { // which another node may just have made
		err = s.setKeyAside(ctx)
	}
	if err != nil {
		return nil, err
	}
	return s.renew(ctx, s.db.SaveSealCheck)
}

// What can be wrong with a key.
var (
	keyMissing = sentence.New("key-missing", "is missing")
	keyDamaged = sentence.New("key-damaged", "is damaged")
	keyFolder  = sentence.New("key-folder", "is a folder")
	keyWrong   = sentence.New("key-wrong", "is another one than the secrets were sealed with")
)

// open returns the sealer with the key that is there; nil with what is wrong where there is no whole key.
func (k keyPlace) open(ctx context.Context) (sealer *seal.Sealer, wrong sentence.Sentence, err error) {
	text, err := k.read(ctx)
	switch {
	case errors.Is(err, syscall.EISDIR):
		return nil, keyFolder, nil
	case err != nil:
		return nil, wrong, fmt.Errorf("read the key of secrets: %w", err)
	case text == nil:
		return nil, keyMissing, nil
	}
	key, damaged := seal.ParseKey(text)
	if damaged != nil {
		return nil, keyDamaged, nil
	}
	return seal.New(key), wrong, nil
}

// try returns the sealer with the key that is there, and what is wrong with the key.
func (s secrets) try(ctx context.Context) (sealer *seal.Sealer, wrong sentence.Sentence, err error) {
	if sealer, wrong, err = s.key.open(ctx); sealer == nil {
		return nil, wrong, err
	}
	fits, err := s.fits(ctx, sealer)
	if err == nil && !fits {
		wrong = keyWrong
	}
	return sealer, wrong, err
}

// opens reports whether a sealer opens the known text as it was sealed.
func opens(sealer *seal.Sealer, check []byte) bool {
	text, err := sealer.Open(check, knownOwner)
	return err == nil && text == knownText
}

// checkSeal is [secrets.check] that only looks at the database in the folder. One on which no server has started yet that
// knows the known text is taken to be right.
func (f *folder) checkSeal(ctx context.Context) error {
	return keyPlace{path: f.sealKey()}.checkOpens(ctx, filepath.Join(f.path, databaseFile))
}

// checkOpens returns a fault of kind Conflict where the key does not open what the database at an address has sealed.
func (k keyPlace) checkOpens(ctx context.Context, database string) error {
	check, sealed, err := store.PeekSealed(ctx, database)
	if err != nil || len(check) == 0 {
		return err
	}
	sealer, wrong, err := k.open(ctx)
	if err != nil {
		return err
	}
	if sealer != nil && opens(sealer, check) {
		return nil
	}
	if sealer != nil {
		wrong = keyWrong
	}
	return secrets{key: k}.refuse(wrong, sealed)
}

// check returns a fault of kind Conflict where the key does not open what is sealed. It changes nothing.
func (s secrets) check(ctx context.Context) error {
	wrong, sealed, err := s.lost(ctx)
	return errors.Join(err, s.refuse(wrong, sealed))
}

// lost returns what is wrong with the key, and what it does not open for that reason.
func (s secrets) lost(ctx context.Context) (wrong sentence.Sentence, sealed []store.Sealed, err error) {
	_, wrong, err = s.try(ctx)
	if err != nil || wrong.IsZero() {
		return wrong, nil, err
	}
	sealed, err = s.db.ListSealed(ctx)
	return wrong, sealed, err
}

// fits reports whether a sealer opens what was sealed before. Earlier versions have sealed no known text, but always a
// secret of webhooks.
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

// note stores the known text, sealed, where there is none yet.
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

// setKeyAside keeps a key that is not the right one under another name.
func (s secrets) setKeyAside(ctx context.Context) error {
	if err := s.key.setAside(ctx); err != nil {
		return fmt.Errorf("set the key of secrets aside: %w", err)
	}
	return nil
}

// renew makes a key where there is none, which save stores the known text for.
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

// mostLost is how many names of lost values are listed of each kind.
const mostLost = 5

// refuse returns the fault of a key that is not the right one. It is nil where nothing is sealed.
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

// secrets returns the sealed values of the server's library.
func (s *Server) secrets() secrets {
	place := keyPlace{path: s.folder.sealKey()}
	if s.config.Blobs != "" {
		place.bucket = s.bucket
	}
	return secrets{s.db, place}
}

// errKeyFits says that there is nothing to forget.
var errKeyFits = errors.New("the key of secrets is there and opens them: nothing was changed")

// ForgetSecrets has a library go on without the sealed values whose key is lost, damaged or another one, and returns what
// they were. No server may run on it. A key that fits is left alone, and an error.
func ForgetSecrets(ctx context.Context, at Place, log *slog.Logger) (lost []store.Sealed, err error) {
	if err := (Config{Data: at.Data, Database: at.Database}).CheckLibrary(ctx); err != nil {
		return nil, err
	}
	p, err := openSource(ctx, at, log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.close(), p.free()) }()
	err = p.db.Alone(ctx, func() error {
		lost, err = p.secrets().forget(ctx)
		return err
	})
	return lost, err
}

func (s secrets) forget(ctx context.Context) ([]store.Sealed, error) {
	_, wrong, err := s.try(ctx)
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

// secrets returns the sealed values of a library that is open to be moved.
func (p *placed) secrets() secrets {
	if p.Blobs != "" {
		return secrets{p.db, keyPlace{bucket: p.bucket}}
	}
	return secrets{p.db, keyPlace{path: p.folder.sealKey()}}
}
