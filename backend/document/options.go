package document

import (
	"errors"
)

// Options are what a caller may say with a post.
type Options struct {
	Name       string // display name; empty takes the file's own
	WebhookURL string // that [Service.Validate] has seen; empty for none
	Password   string // opens the document; empty where none is known
	Labels
	DropOriginal bool // the original goes once it is converted
	// SourcePath is the absolute path of the file of this machine that it is taken from,
	// FolderID that of the watched folder. Both may be empty.
	SourcePath, FolderID string
	// Arrival is the record of that file in the watched folder: it is noted as taken with the
	// document, or neither is made; 0 for none.
	Arrival int64
	// Profile and Theme are names of what its sessions get where nothing else is said.
	Profile, Theme string
	// Collection is the id of one that a new document is put into; empty for none.
	Collection  string
	Idempotency *Idempotency
}

// Validate reports what is wrong with the options in themselves.
func (o Options) Validate() error { return o.complete() }

// Validate reports what is wrong with options, before anything is stored.
func (s *Service) Validate(o Options) error {
	if err := o.complete(); err != nil || o.WebhookURL == "" {
		return err
	}
	return s.client.ValidateHook("webhookURL", o.WebhookURL)
}

// complete checks the options, and brings them into the form in which they are kept.
func (o *Options) complete() error {
	if err := validatePassword(o.Password); err != nil {
		return err
	}
	if err := errors.Join(o.Idempotency.validate(), o.Labels.complete()); err != nil {
		return err
	}
	return errors.Join(validateSet("profile", o.Profile), validateSet("theme", o.Theme))
}

// maxSet bounds the name of a profile or theme, in characters.
const maxSet = 100

// validateSet checks the name of a profile or theme, which need not be there.
func validateSet(field, name string) error {
	_, err := label(field, name, maxSet)
	return err
}

// apply puts what the options say into a document. What they leave empty stays as it is.
func (o *Options) apply(d *Document, sealer Sealer) (err error) {
	if o.Name != "" {
		d.Name = typedName(o.Name)
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

// Seen says after a post whether an earlier one was found under the same key.
func (o *Options) Seen() bool { return o.Idempotency != nil && o.Idempotency.Seen }

// seen notes that an earlier post under the same key was found.
func (o *Options) seen() {
	if o.Idempotency != nil {
		o.Idempotency.Seen = true
	}
}
