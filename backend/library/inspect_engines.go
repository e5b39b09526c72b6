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

// InspectDatabase returns a check of the shared database, or nil if the database is in the data folder.
func (at Place) InspectDatabase() doctor.Inspection {
	if at.Database == "" {
		return nil
	}
	return func(ctx context.Context) (sentence.Sentence, error) {
		name, state, err := postgres.Inspect(ctx, at.Database)
		if err != nil {
			return sentence.Sentence{}, oneLineError(name, err)
		}
		found := map[postgres.State]sentence.Sentence{
			postgres.Empty: sentence.New("found-new-database", "{address} is empty: a library is created in it at the first "+
				"start"),
			postgres.Older: sentence.New("found-old-database", "{address} has a library whose tables will be changed at the "+
				"next start"),
			postgres.Current: sentence.New("found-database", "{address} has a library that works with this version"),
		}
		return found[state].With("address", name), nil
	}
}

// InspectBucket returns a check of the bucket, or nil if the content is in the data folder.
func (at Place) InspectBucket() doctor.Inspection {
	if at.Blobs == "" {
		return nil
	}
	return func(ctx context.Context) (sentence.Sentence, error) {
		name, err := bucket.Inspect(ctx, at.Blobs)
		if err != nil {
			return sentence.Sentence{}, oneLineError(name, err)
		}
		return sentence.New("found-bucket", "{address} can be read and written").With("address", name), nil
	}
}

// oneLineError returns err as an error whose text is one line. If name is not empty, the line begins with name.
func oneLineError(name string, err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("it does not respond")
	}
	line := strings.Join(strings.Fields(err.Error()), " ")
	if name == "" {
		return errors.New(line)
	}
	return errors.New(name + ": " + line)
}
