package document

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/backend/internal/fault"
)

// Edit is a change of the properties that the owner sets. Properties that are nil stay as they are.
type Edit struct {
	Name             *string
	DownloadFilename *string
	ExternalID       *string
	Metadata         *json.RawMessage // replaces the existing metadata
	Tags             *[]string        // replaces all existing tags
	Favorite         *bool
	Profile          *string // name of the default profile of its sessions; empty for none
	Theme            *string // name of the default theme of its sessions; empty for none
	Opened           *bool   // true records that the document is opened now
}

// Edit changes the properties of a document that its owner sets.
func (s *Service) Edit(ctx context.Context, id string, e Edit) (Document, error) {
	return s.Update(ctx, id, Update{Change: func(d *Document) error { return e.apply(d) }})
}

// setName validates the name of a profile or theme and copies it to a property. It does nothing if the pointer from is
// nil.
func setName(field string, from, to *string) error {
	if from == nil {
		return nil
	}
	*to = *from
	return validateSetName(field, *from)
}

func (e *Edit) apply(d *Document) error {
	for _, name := range []struct {
		field string
		from  *string
		to    *string
	}{{"name", e.Name, &d.Name}, {"downloadFilename", e.DownloadFilename, &d.DownloadFilename}} {
		if name.from == nil {
			continue
		}
		if strings.Trim(MakeLegible(*name.from), ". ") == "" {
			return fault.Field(name.field, "The name of the document is missing.")
		}
		if utf8.RuneCountInString(*name.from) > maxEnteredName {
			return fault.Field(name.field, "The name must have at most %d characters.", maxEnteredName)
		}
		*name.to = cleanEnteredName(*name.from)
	}
	d.DownloadFilename = downloadName(d.DownloadFilename, d.Type)
	if e.ExternalID != nil {
		d.ExternalID = *e.ExternalID
	}
	if e.Metadata != nil {
		d.Metadata = *e.Metadata
	}
	if e.Tags != nil {
		d.Tags = *e.Tags
	}
	if e.Favorite != nil {
		d.Favorite = *e.Favorite
	}
	if e.Opened != nil && *e.Opened {
		d.OpenedAt = time.Now()
	}
	if err := errors.Join(setName("profile", e.Profile, &d.Profile), setName("theme", e.Theme, &d.Theme)); err != nil {
		return err
	}
	return d.Labels.normalize()
}
