package document

import (
	"errors"

	"lectern/backend/internal/idempotency"
)

// Options are the options of a post.
type Options struct {
	Name       string // display name; if empty, the name of the file is used
	WebhookURL string // must have passed [Service.Validate]; empty for none
	Password   string // opens the document; empty if none is known
	Labels
	DropOriginal bool // remove the original after the conversion
	// SourcePath is the absolute path of the local file from which the document is read. FolderID is the id of the
	// watched folder that contains the file. Both may be empty.
	SourcePath, FolderID string
	// ArrivalID is the id of the record of the file in its watched folder, or 0. The record is marked as imported in
	// the transaction that stores the document.
	ArrivalID int64
	// Profile and Theme are the names of the default profile and theme of the document's sessions.
	Profile, Theme string
	// Collection is the id of the collection that a new document is put into; empty for none.
	Collection  string
	Idempotency *idempotency.Key
}

// Validate returns an error if the options are invalid. It does not check the webhook's address.
func (o Options) Validate() error { return o.normalize() }

// Validate returns an error if options are invalid. It stores nothing.
func (s *Service) Validate(o Options) error {
	if err := o.normalize(); err != nil || o.WebhookURL == "" {
		return err
	}
	return s.client.ValidateHook("webhookURL", o.WebhookURL)
}

// normalize validates the options except for the webhook's address, and normalizes the labels.
func (o *Options) normalize() error {
	if err := validatePassword(o.Password); err != nil {
		return err
	}
	if err := errors.Join(o.Idempotency.Validate(), o.Labels.normalize()); err != nil {
		return err
	}
	return errors.Join(validateSetName("profile", o.Profile), validateSetName("theme", o.Theme))
}

// maxSetName is the maximum length of the name of a profile or theme, in characters.
const maxSetName = 100

// validateSetName validates the name of a profile or theme. The profile or theme need not exist.
func validateSetName(field, name string) error {
	_, err := normalizeLabel(field, name, maxSetName)
	return err
}

// apply sets the properties of a document that the options name. Other properties stay as they are.
func (o *Options) apply(d *Document, sealer Sealer) (err error) {
	if o.Name != "" {
		d.Name = cleanEnteredName(o.Name)
		d.DownloadFilename = d.Name
	}
	if o.WebhookURL != "" {
		if d.WebhookURL, err = d.WebhookURL.Replace(sealer, "webhookURL", o.WebhookURL, d.ID); err != nil {
			return err
		}
	}
	if o.ExternalID != "" {
		d.ExternalID = o.ExternalID
	}
	if o.Metadata != nil {
		d.Metadata = o.Metadata
	}
	if o.Tags != nil {
		d.Tags = o.Tags
	}
	for _, text := range []struct {
		from string
		to   *string
	}{{o.SourcePath, &d.SourcePath}, {o.FolderID, &d.FolderID}, {o.Profile, &d.Profile}, {o.Theme, &d.Theme}} {
		if text.from != "" {
			*text.to = text.from
		}
	}
	if o.DropOriginal {
		d.OriginalSaved = false
	}
	return nil
}
