package backend

import (
	"context"
	"errors"
	"strings"

	"lectern/backend/library/bucket"
	"lectern/backend/library/doctor"
	"lectern/backend/sentence"
	"lectern/backend/store"
)

// LookAtDatabase gives what looks at the database of a configuration; nil where that is in the data folder.
func (c Config) LookAtDatabase() doctor.Look {
	if c.Database == "" {
		return nil
	}
	return func(ctx context.Context) (sentence.Sentence, error) {
		name, standing, err := store.Look(ctx, c.Database)
		if err != nil {
			return sentence.Sentence{}, named(name, err)
		}
		found := map[store.Standing]sentence.Sentence{
			store.Empty:   sentence.New("found-new-database", "{address} is empty: a library is made in it at the first start"),
			store.Older:   sentence.New("found-old-database", "{address} has a library whose tables are changed at the next start"),
			store.Current: sentence.New("found-database", "{address} has a library that this version works with"),
		}
		return found[standing].With("address", name), nil
	}
}

// LookAtBucket gives what looks at the bucket of a configuration; nil where the bytes are in the data folder.
func (c Config) LookAtBucket() doctor.Look {
	if c.Blobs == "" {
		return nil
	}
	return func(ctx context.Context) (sentence.Sentence, error) {
		name, err := bucket.Look(ctx, c.Blobs)
		if err != nil {
			return sentence.Sentence{}, named(name, err)
		}
		return sentence.New("found-bucket", "{address} can be read and written").With("address", name), nil
	}
}

// named says in one line of which engine an error is, where that has a name.
func named(name string, err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("it does not answer")
	}
	line := strings.Join(strings.Fields(err.Error()), " ")
	if name == "" {
		return errors.New(line)
	}
	return errors.New(name + ": " + line)
}
