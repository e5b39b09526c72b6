package task

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	_ "time/tzdata"
	"unicode/utf8"

	"golang.org/x/text/language"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
	"lectern/backend/internal/idempotency"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/sentence/bytesize"
	"lectern/converters/wire/nearest"
)

// Upload is a posted template whose content is stored but not yet used by a record. The caller must pass it to
// [Service.Post] or [Service.Discard].
type Upload struct {
	key, name string
}

// Order is a request to create a task.
type Order struct {
	// Template is the posted template. It is nil if Identifier names a template.
	Template    *Upload
	Identifier  string
	Params      []byte       // a JSON object; nil for an empty one
	Rows        []byte       // a file of rows; nil for a task without rows
	Integration *Integration // nil for none
	Options
	Idempotency *idempotency.Key // Post sets its fingerprint; nil for none
}

// Receive stores the content of a posted template. The argument name is the file name that the client provided.
func (s *Service) Receive(ctx context.Context, name string, r io.Reader) (*Upload, error) {
	key, _, err := s.content.Add(ctx, r, s.Limits().Template)
	if wrong, ok := errors.AsType[*fault.Error](err); ok && wrong.Field != "" {
		wrong.Field = "template" // the content store names the field "file"
	}
	if err != nil {
		return nil, err
	}
	return &Upload{key: key, name: s.cleanName(name)}, nil
}

// Discard removes the content of an upload unless a record uses it. The argument u may be nil.
func (s *Service) Discard(ctx context.Context, u *Upload) {
	if u != nil {
		s.content.Release(ctx, u.key)
	}
}

// CheckQueue returns a fault of kind Busy if the queue is full. Calling it first saves the client from sending a task
// that would be rejected. Post checks the queue again.
func (s *Service) CheckQueue(ctx context.Context) error {
	return s.store.CheckTasks(ctx, s.Limits().Queue)
}

// ErrBusy returns the error for a task that is rejected because the queue is full.
func ErrBusy(limit int) error {
	return fault.New(fault.Busy, "There are already %d tasks waiting. Try again later.", limit).WithCode(fault.QueueFull)
}

// Post creates a task. Errors in finding or filling the template are not returned; they are recorded with the task.
func (s *Service) Post(ctx context.Context, o Order) (Task, error) {
	defer s.Discard(ctx, o.Template) // does not remove the content if a record was stored
	if err := s.validate(&o); err != nil {
		return Task{}, err
	}
	t, params, err := s.newTask(&o)
	if err != nil {
		return Task{}, err
	}
	source, err := s.sealRows(t.ID, o.Rows)
	if err != nil {
		return Task{}, err
	}
	if o.Integration != nil {
		s.sessions.remember(t.ID, o.Integration.SessionID) // stored first, because the job can start immediately
	}
	stored, err := s.store.CreateTask(ctx, Post{Task: t, Params: params, Source: source, Queue: s.Limits().Queue, Idempotency: o.Idempotency})
	if err != nil || stored.ID != t.ID {
		s.sessions.drop(t.ID)
		return stored, err
	}
	s.onChange.Notify(t.ID)
	return stored, nil
}

// newTask returns the task for an order, and its encrypted parameters.
func (s *Service) newTask(o *Order) (t Task, params []byte, err error) {
	now := time.Now().UTC()
	t = Task{ID: IDPrefix + id.New(), State: Queued, CreatedAt: now, Options: o.Options, Identifier: o.Identifier}
	if o.Template != nil {
		t.Template, t.TemplateName = o.Template.key, o.Template.name
	}
	if o.Integration != nil {
		in := *o.Integration
		in.HasSession, in.SessionID = in.SessionID != "", ""
		t.Integration = &in
	}
	if len(o.Params) > 0 {
		params, err = s.sealer.Seal(string(o.Params), owner(t.ID))
	}
	if o.Rows != nil {
		t.Rows = &Progress{}
	}
	if o.Idempotency != nil {
		o.Idempotency.Fingerprint = fingerprint(&t, o.Params, o.Rows)
	}
	t.addEntry(now, queuedMessage)
	if err == nil && t.WebhookURL != "" { // encrypted only here, because the fingerprint covers the plain address
		t.WebhookURL, err = sealedurl.URL("").Replace(s.sealer, "/webhookURL", string(t.WebhookURL), t.ID)
	}
	return t, params, err
}

// owner returns the owner with which the parameters of a task are encrypted (see [Sealer]).
func owner(id string) string { return "task " + id }

// rowsOwner returns the owner with which the posted rows of a task are encrypted (see [Sealer]).
func rowsOwner(id string) string { return "rows of task " + id }

// sealRows encrypts the posted rows. It returns nil if rows is nil.
func (s *Service) sealRows(id string, rows []byte) ([]byte, error) {
	if rows == nil {
		return nil, nil
	}
	return s.sealer.Seal(string(rows), rowsOwner(id))
}

// fingerprint returns a hash of an order. The session on the platform is not included, because a repeated request may
// use a new session.
func fingerprint(t *Task, params, rows []byte) string {
	sum := sha256.New()
	integration := Integration{}
	if t.Integration != nil {
		integration = *t.Integration
	}
	options := t.Options
	options.Maker = ""
	text, _ := json.Marshal([]any{"task", t.Template, t.TemplateName, t.Identifier, options, integration}) // marshalling cannot fail
	sum.Write(text)
	sum.Write(params)
	if rows != nil {
		own := sha256.Sum256(rows)
		sum.Write(own[:])
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Limits for the fields of an order.
const (
	maxIdentifier  = 1000 // characters
	maxName        = 1000 // characters, for the name of documents
	maxIntegration = 2000 // characters of each field
	// MaxDepth is the maximal nesting depth of parameters.
	MaxDepth = 1000
)

// validate returns an error if an order is invalid.
func (s *Service) validate(o *Order) error {
	if o.Template == nil && strings.TrimSpace(o.Identifier) == "" {
		return fault.Field("template", "The template is missing. Send a file as the part 'template', or the identifier of a "+
			"template.")
	}
	if o.Template == nil && (utf8.RuneCountInString(o.Identifier) > maxIdentifier || !isText(o.Identifier)) {
		return fault.Field("template", "The identifier of a template must be one line of at most %d characters.", maxIdentifier)
	}
	for _, check := range []func(*Order) error{validateVersion, s.validateParams, s.validateRows, validateOptions, s.validateWebhook,
		s.validateIntegration, func(o *Order) error { return o.Idempotency.Validate() }} {
		if err := check(o); err != nil {
			return err
		}
	}
	return nil
}

// validateVersion rejects a version number for a template that is not in the library.
func validateVersion(o *Order) error {
	if o.Version != 0 && (o.Template != nil || o.Integration != nil) {
		return fault.Field("/version", "Only a template in the library has versions, but this one was posted or is on a "+
			"platform. Leave version out.")
	}
	return nil
}

// ValidateRendering returns an error if parameters or options are invalid.
func (s *Service) ValidateRendering(params []byte, options Options) error {
	o := Order{Params: params, Options: options}
	if err := s.validateParams(&o); err != nil {
		return err
	}
	return validateOptions(&o)
}

func isText(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f })
}

func (s *Service) validateParams(o *Order) error {
	if limit := s.Limits().Params; int64(len(o.Params)) > limit {
		return ParamsTooLarge(limit)
	}
	if err := CheckDepth(o.Params, 0, "/params"); err != nil {
		return err
	}
	if len(o.Params) > 0 && (!json.Valid(o.Params) || bytes.TrimSpace(o.Params)[0] != '{') {
		return fault.Field("/params", "The params must be a JSON object.")
	}
	return nil
}

// validateRows validates the posted rows and the options that concern rows.
func (s *Service) validateRows(o *Order) error {
	if o.Rows == nil {
		if o.Bundle != "" {
			return fault.Field("/bundle", "A bundle requires rows, but there are none. Send rows, or leave bundle out.")
		}
		return nil
	}
	if limit := s.Limits().Params; int64(len(o.Rows)) > limit {
		return RowsTooLarge(limit)
	}
	if o.Bundle == "" {
		o.Bundle = BundleFiles
	}
	if err := oneOf("/bundle", string(o.Bundle), Bundles()); err != nil {
		return err
	}
	switch {
	case o.Bundle == BundleZip && o.View:
		return fault.Field("/view", "A ZIP archive cannot be viewed. With view, the bundle must be files or pdf.")
	case o.Bundle == BundlePDF && o.Output == OutputBoth:
		return fault.Field("/output", "With the bundle pdf, the output must be pdf.")
	case o.Bundle == BundlePDF && (o.Output == "" || o.Output == OutputTemplate):
		o.Output = OutputPDF
	}
	return nil
}

// RowsTooLarge returns the error for rows whose size exceeds the limit, in bytes.
func RowsTooLarge(limit int64) error {
	return fault.New(fault.TooLarge, "The rows are larger than the limit of %s.", bytesize.Text(limit))
}

// ParamsTooLarge returns the error for parameters whose size exceeds the limit, in bytes.
func ParamsTooLarge(limit int64) error {
	return fault.New(fault.TooLarge, "The parameters are larger than the limit of %s.", bytesize.Text(limit))
}

// CheckDepth returns a fault of kind Invalid for a field if its JSON text is nested more than [MaxDepth] levels deep.
// The argument outerLevels is the number of outer levels that do not count. The text need not be valid JSON.
func CheckDepth(text []byte, outerLevels int, field string) error {
	depth, inText := -outerLevels, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{', c == '[':
			if depth++; depth > MaxDepth {
				return fault.Field(field, "The parameters are nested more deeply than the limit of %d levels.", MaxDepth)
			}
		case c == '}', c == ']':
			depth--
		}
	}
	return nil
}

// Outputs returns the allowed values of [Output].
func Outputs() []string {
	return []string{string(OutputTemplate), string(OutputPDF), string(OutputBoth)}
}

// MissingPolicies returns the allowed ways of treating a tag without a value.
func MissingPolicies() []string { return []string{"empty", "keep", "error"} }

func validateOptions(o *Order) error {
	if o.Output == "" {
		o.Output = OutputTemplate
	}
	if err := oneOf("/output", string(o.Output), Outputs()); err != nil {
		return err
	}
	if utf8.RuneCountInString(o.Name) > maxName || !isText(o.Name) {
		return fault.Field("/name", "The name of the documents must be one line of at most %d characters.", maxName)
	}
	if o.Missing != "" {
		if err := oneOf("/missing", o.Missing, MissingPolicies()); err != nil {
			return err
		}
	}
	return validateLocale(&o.Options)
}

// validateWebhook rejects a webhook address that could never be called.
func (s *Service) validateWebhook(o *Order) error {
	if o.WebhookURL == "" {
		return nil
	}
	return s.validateHook("/webhookURL", string(o.WebhookURL))
}

// validateLocale validates the language and the time zone.
func validateLocale(o *Options) error {
	if o.Locale != "" {
		if _, err := language.Parse(o.Locale); err != nil {
			return fault.Field("/locale", "The locale must be a language tag such as de-CH.")
		}
	}
	if o.TimeZone != "" {
		if _, err := time.LoadLocation(o.TimeZone); err != nil || o.TimeZone == "Local" {
			return fault.Field("/timeZone", "The timeZone must be a name such as Europe/Zurich.")
		}
	}
	return nil
}

// oneOf rejects a value that is not one of the allowed values, and suggests the most similar allowed value.
func oneOf(field, value string, allowed []string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	meant := nearest.Name(shorten(value), allowed)
	message := nearest.Suggest("The field "+strings.TrimPrefix(field, "/")+" is one of "+strings.Join(allowed, ", "), meant)
	return fault.Fields(message, []fault.Reason{{Field: field, Message: message, Nearest: meant}})
}

// shorten returns at most the first 100 bytes of a text. This bounds the time of a comparison with the allowed values.
func shorten(text string) string { return strings.ToValidUTF8(text[:min(len(text), 100)], "") }

func (s *Service) validateIntegration(o *Order) error {
	if o.Integration == nil {
		return nil
	}
	for name, text := range map[string]string{"type": o.Integration.Type, "sessionID": o.Integration.SessionID,
		"serverURL": o.Integration.ServerURL,
		"linkTo":    o.Integration.LinkTo} {
		if utf8.RuneCountInString(text) > maxIntegration || !isText(text) {
			return fault.Field("/integration/"+name, "The field %s of an integration must be one line of at most %d characters.",
				name, maxIntegration)
		}
	}
	var types []string
	if s.platforms != nil {
		types = s.platforms.Types()
	}
	named := slices.IndexFunc(types, func(name string) bool { return strings.EqualFold(name, o.Integration.Type) })
	switch {
	case o.Integration.Type == "":
		return wrongType("The type of the integration is missing. Set it to one of "+strings.Join(types, ", ")+".", "")
	case len(types) == 0:
		return wrongType("This server supports no platforms.", "")
	case named < 0:
		meant := nearest.Name(shorten(o.Integration.Type), types)
		return wrongType("There is no platform of that type. Valid types are "+strings.Join(types, ", ")+".", meant)
	}
	o.Integration.Type = types[named]
	return s.platforms.Check(*o.Integration)
}

func wrongType(message, nearest string) error {
	return fault.Fields(message, []fault.Reason{{Field: "/integration/type", Message: message, Nearest: nearest}})
}
