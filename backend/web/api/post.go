package api

import (
	"context"
	"encoding/json"

	"lectern/backend/document"
)

// LabelInput is what can be said with any document that comes in. (It has a large initial
// because huma passes over embedded types that have none.)
type LabelInput struct {
	Name          string   `query:"name" maxLength:"1000" doc:"Display name; the file's own where it is missing." example:"Letter.docx"`
	WebhookURL    string   `query:"webhookURL" doc:"Address that receives the document's events." example:"https://example.com/hook"`
	ExternalID    string   `query:"externalId" maxLength:"200" doc:"Its id in another system." example:"case-4711"`
	Metadata      string   `query:"metadata" maxLength:"16384" doc:"A JSON object to keep with it, by whose values lists can be filtered." example:"{\"customer\":\"7\"}"`
	Tag           []string `query:"tag,explode" maxItems:"50" doc:"A tag. Repeatable." example:"[\"contract\"]"`
	Profile       string   `query:"profile" maxLength:"100" doc:"Name of a stored viewer profile, which its sessions have where neither address nor session name one." example:"reading"`
	Theme         string   `query:"theme" maxLength:"100" doc:"Name of a stored viewer theme, which its sessions have where neither address nor session name one." example:"night"`
	KeepOriginal  bool     `query:"keepOriginal" default:"true" doc:"Whether the original is kept once it is converted, and offered for download."`
	OriginalSaved bool     `query:"originalDocumentSaved" default:"true" doc:"The same as keepOriginal, under the name of the field that it sets."`
}

// PostInput is what can be said with a new one.
type PostInput struct {
	LabelInput
	Session        int    `query:"session" minimum:"0" maximum:"525600" doc:"Minutes of a viewing session that the answer shall have; 0 for none." example:"60"`
	Collection     string `query:"collection" maxLength:"100" doc:"A collection that it is put into, by its id." example:"c-3xq7m2v5kq4y"`
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"A name of the caller's own for this request: a second one of the same within 24 hours is answered with what the first one made." example:"order-4711"`
}

// options gives what was said, but for the password.
func (in *LabelInput) options() document.Options {
	return document.Options{
		Name: in.Name, WebhookURL: in.WebhookURL,
		Labels:  document.Labels{ExternalID: in.ExternalID, Metadata: json.RawMessage(in.Metadata), Tags: in.Tag},
		Profile: in.Profile, Theme: in.Theme,
		DropOriginal: !in.KeepOriginal || !in.OriginalSaved,
	}
}

func (in *PostInput) options(ctx context.Context) document.Options {
	o := in.LabelInput.options()
	o.Collection = in.Collection
	if in.IdempotencyKey != "" {
		o.Idempotency = &document.Idempotency{Sender: senderOf(ctx).ID, Key: in.IdempotencyKey}
	}
	return o
}
