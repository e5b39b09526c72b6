package library

import (
	"context"
	"errors"
	"strings"

	"lectern/backend/library/bucket"
	"lectern/backend/library/doctor"
	"lectern/backend/sentence"
	"lectern/backend/store/postgres"
)

// LookAtDatabase returns a check of the shared database, or nil if the database is in the data folder.
func (at Place) LookAtDatabase() doctor.Look {
	if at.Database == "" {
		return nil
	}
	return func(ctx context.Context) (sentence.Sentence, error) {
		name, standing, err := postgres.Inspect(ctx, at.Database)
		if err != nil {
			return sentence.Sentence{}, named(name, err)
		}
		found := map[postgres.Standing]sentence.Sentence{
			postgres.Empty:   sentence.New("found-new-database", "{address} is empty: a library is made in it at the first start"),
			postgres.Older:   sentence.New("found-old-database", "{address} has a library whose tables are changed at the next start"),
			postgres.Current: sentence.New("found-database", "{address} has a library that this version works with"),
		}
		return found[standing].With("address", name), nil
	}
}

// LookAtBucket returns a check of the bucket, or nil if the content is in the data folder.
func (at Place) LookAtBucket() doctor.Look {
	if at.Blobs == "" {
		return nil
	}
	return func(ctx context.Context) (sentence.Sentence, error) {
		name, err := bucket.Look(ctx, at.Blobs)
		if err != nil {
			return sentence.Sentence{}, named(name, err)
		}
		return sentence.New("found-bucket", "{address} can be read and written").With("address", name), nil
	}
}

// named returns err in one line that begins with the name of the engine, if it has one.
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
