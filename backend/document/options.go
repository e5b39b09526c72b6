package document

import (
	"errors"

	"lectern/backend/fault"
	"lectern/backend/guard"
)

// Options are what a caller may say with a post.
type Options struct {
	Name       string // display name; empty takes the file's own
	WebhookURL string // http or https; empty for none
	Password   string // opens the document; empty where none is known
	Labels
	DropOriginal bool // the original goes once it is converted
	Idempotency  *Idempotency
}

// Validate says what is wrong with the options, before anything is stored.
func (o Options) Validate() error { return o.complete() }

// complete checks the options, and brings them into the form in which they are kept.
func (o *Options) complete() error {
	if err := validatePassword(o.Password); err != nil {
		return err
	}
	if err := errors.Join(o.Idempotency.validate(), o.Labels.complete()); err != nil {
		return err
	}
	if o.WebhookURL == "" {
		return nil
	}
	if err := guard.ValidateURL(o.WebhookURL); err != nil {
		return fault.Field("webhookURL", "The webhook address is not usable: %v", err)
	}
	return nil
}

// apply puts what the options say into a document. What they leave empty stays as it is.
func (o *Options) apply(d *Document) {
	if o.Name != "" {
		d.Name = CleanName(o.Name)
		d.DownloadFilename = d.Name
	}
	if o.WebhookURL != "" {
		d.WebhookURL = o.WebhookURL
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
	if o.DropOriginal {
		d.OriginalSaved = false
	}
}

// Seen says after a post whether an earlier one was found under the same key.
func (o *Options) Seen() bool { return o.Idempotency != nil && o.Idempotency.Seen }

// seen notes that an earlier post under the same key was found.
func (o *Options) seen() {
	if o.Idempotency != nil {
		o.Idempotency.Seen = true
	}
}
