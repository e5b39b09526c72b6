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

// Upload is a template on its way in: its bytes are stored, it has no record yet. It ends with
// [Service.Post] or [Service.Discard].
type Upload struct {
	key, name string
}

// Order is what is posted.
type Order struct {
	// Template is the template itself, nil where Identifier names it.
	Template   *Upload
	Identifier string
	Params     []byte       // a JSON object; nil is an empty one
	Rows       []byte       // a file of them, of any form; nil for a task of one
	In         *Integration // nil for none
	Options
	Idempotency *idempotency.Key // without its fingerprint; nil for none
}

// Receive stores the bytes of a template, named name by its sender.
func (s *Service) Receive(ctx context.Context, name string, r io.Reader) (*Upload, error) {
	key, _, err := s.Content.Add(ctx, r, s.Bounds().Template)
	if wrong, ok := errors.AsType[*fault.Error](err); ok && wrong.Field != "" {
		wrong.Field = "template" // which content knows as a file
	}
	if err != nil {
		return nil, err
	}
	return &Upload{key: key, name: s.CleanName(name)}, nil
}

// Discard removes the bytes of a template that will not be posted; nil is none.
func (s *Service) Discard(ctx context.Context, u *Upload) {
	if u != nil {
		s.Content.LetGo(ctx, u.key)
	}
}

// CheckQueue is a fault of kind Busy where no more tasks are taken in.
//
// It spares the sending of what is refused; the store looks again.
func (s *Service) CheckQueue(ctx context.Context) error {
	return s.Store.CheckTasks(ctx, s.Bounds().Queue)
}

// ErrBusy refuses a post as so many tasks have not ended.
func ErrBusy(most int) error {
	return fault.New(fault.Busy, "There are %d tasks waiting already: try again in a while.", most).Coded(fault.QueueFull)
}

// Post accepts a task. What becomes of it is told by the task alone, that its template is not
// found or broken, too.
func (s *Service) Post(ctx context.Context, o Order) (Task, error) {
	defer s.Discard(ctx, o.Template) // where a record has it, it stays
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
	if o.In != nil {
		s.sessions.keep(t.ID, o.In.SessionID) // before the job can begin
	}
	stored, err := s.Store.CreateTask(ctx, Post{Task: t, Params: params, Source: source, Queue: s.Bounds().Queue, Idempotency: o.Idempotency})
	if err != nil || stored.ID != t.ID {
		s.sessions.drop(t.ID)
		return stored, err
	}
	s.Changed.Notify(t.ID)
	return stored, nil
}

// newTask returns the task of an order, and its parameters, sealed.
func (s *Service) newTask(o *Order) (t Task, params []byte, err error) {
	now := time.Now().UTC()
	t = Task{ID: IDPrefix + id.New(), State: Queued, CreatedAt: now, Options: o.Options, Identifier: o.Identifier}
	if o.Template != nil {
		t.Template, t.TemplateName = o.Template.key, o.Template.name
	}
	if o.In != nil {
		in := *o.In
		in.HasSession, in.SessionID = in.SessionID != "", ""
		t.Integration = &in
	}
	if len(o.Params) > 0 {
		params, err = s.Sealer.Seal(string(o.Params), owner(t.ID))
	}
	if o.Rows != nil {
		t.Rows = &Progress{}
	}
	if o.Idempotency != nil {
		o.Idempotency.Fingerprint = fingerprint(&t, o.Params, o.Rows)
	}
	t.note(now, saidQueued)
	if err == nil && t.WebhookURL != "" { // the fingerprint is of the whole
		t.WebhookURL, err = sealedurl.URL("").Replace(s.Sealer, "/webhookURL", string(t.WebhookURL), t.ID)
	}
	return t, params, err
}

// owner is that of the sealed parameters of a task.
func owner(id string) string { return "task " + id }

// rowsOwner is that of what the rows of a task are read from.
func rowsOwner(id string) string { return "rows of task " + id }

// sealRows seals what rows are read from; nil is none.
func (s *Service) sealRows(id string, rows []byte) ([]byte, error) {
	if rows == nil {
		return nil, nil
	}
	return s.Sealer.Seal(string(rows), rowsOwner(id))
}

// fingerprint gives a hash of what a task is made from, but the session, which may be another.
func fingerprint(t *Task, params, rows []byte) string {
	sum := sha256.New()
	integration := Integration{}
	if t.Integration != nil {
		integration = *t.Integration
	}
	options := t.Options
	options.Maker = ""                                                                                     // the key belongs to the maker
	text, _ := json.Marshal([]any{"task", t.Template, t.TemplateName, t.Identifier, options, integration}) // it always can be
	sum.Write(text)
	sum.Write(params)
	if rows != nil {
		own := sha256.Sum256(rows)
		sum.Write(own[:])
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// The bounds of what is posted.
const (
	maxIdentifier  = 1000 // characters
	maxName        = 1000 // characters, of documents
	maxIntegration = 2000 // characters of each field
	// MaxDepth is how deep parameters may be nested, in levels.
	MaxDepth = 1000
)

// validate says what of an order cannot be.
func (s *Service) validate(o *Order) error {
	if o.Template == nil && strings.TrimSpace(o.Identifier) == "" {
		return fault.Field("template", "The template is missing: send a file as the part 'template', or name one by its identifier.")
	}
	if o.Template == nil && (utf8.RuneCountInString(o.Identifier) > maxIdentifier || !isText(o.Identifier)) {
		return fault.Field("template", "The identifier of a template is one line of at most %d characters.", maxIdentifier)
	}
	for _, check := range []func(*Order) error{validateVersion, s.validateParams, s.validateRows, validateOptions, s.validateHook,
		s.validateIntegration, func(o *Order) error { return o.Idempotency.Validate() }} {
		if err := check(o); err != nil {
			return err
		}
	}
	return nil
}

// validateVersion refuses a version of what has none.
func validateVersion(o *Order) error {
	if o.Version != 0 && (o.Template != nil || o.In != nil) {
		return fault.Field("/version", "Only a template of the library has versions: one that is posted, or is of a platform, has none.")
	}
	return nil
}

// ValidateRendering says what of parameters and options cannot be.
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
	if most := s.Bounds().Params; int64(len(o.Params)) > most {
		return TooManyParams(most)
	}
	if err := CheckDepth(o.Params, 0, "/params"); err != nil {
		return err
	}
	if len(o.Params) > 0 && (!json.Valid(o.Params) || bytes.TrimSpace(o.Params)[0] != '{') {
		return fault.Field("/params", "The params are a JSON object.")
	}
	return nil
}

// validateRows checks rows, and what is to become of them.
func (s *Service) validateRows(o *Order) error {
	if o.Rows == nil {
		if o.Bundle != "" {
			return fault.Field("/bundle", "A bundle is made of the documents of rows, and there are none.")
		}
		return nil
	}
	if most := s.Bounds().Params; int64(len(o.Rows)) > most {
		return TooManyRows(most)
	}
	if o.Bundle == "" {
		o.Bundle = BundleFiles
	}
	if err := oneOf("/bundle", string(o.Bundle), Bundles()); err != nil {
		return err
	}
	switch {
	case o.Bundle == BundleZip && o.View:
		return fault.Field("/view", "A ZIP archive cannot be viewed: with view, the bundle is files or pdf.")
	case o.Bundle == BundlePDF && o.Output == OutputBoth:
		return fault.Field("/output", "With the bundle pdf, the output is pdf.")
	case o.Bundle == BundlePDF && (o.Output == "" || o.Output == OutputTemplate):
		o.Output = OutputPDF
	}
	return nil
}

// TooManyRows refuses rows of more than so many bytes.
func TooManyRows(most int64) error {
	return fault.New(fault.TooLarge, "The rows are larger than the limit of %s.", bytesize.Text(most))
}

// TooManyParams refuses parameters of more than so many bytes.
func TooManyParams(most int64) error {
	return fault.New(fault.TooLarge, "The parameters are larger than the limit of %s.", bytesize.Text(most))
}

// CheckDepth is a fault of kind Invalid, of a field, where JSON is nested more deeply than
// [MaxDepth] within so many levels around it. It may be given any text.
func CheckDepth(text []byte, around int, field string) error {
	depth, inText := -around, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{', c == '[':
			if depth++; depth > MaxDepth {
				return fault.Field(field, "The parameters are nested more deeply than %d levels, which is the limit.", MaxDepth)
			}
		case c == '}', c == ']':
			depth--
		}
	}
	return nil
}

// Outputs lists what a task can make.
func Outputs() []string {
	return []string{string(OutputTemplate), string(OutputPDF), string(OutputBoth)}
}

// Policies lists what can become of a tag without value.
func Policies() []string { return []string{"empty", "keep", "error"} }

func validateOptions(o *Order) error {
	if o.Output == "" {
		o.Output = OutputTemplate
	}
	if err := oneOf("/output", string(o.Output), Outputs()); err != nil {
		return err
	}
	if utf8.RuneCountInString(o.Name) > maxName || !isText(o.Name) {
		return fault.Field("/name", "The name of the documents is one line of at most %d characters.", maxName)
	}
	if o.Missing != "" {
		if err := oneOf("/missing", o.Missing, Policies()); err != nil {
			return err
		}
	}
	return validatePlace(&o.Options)
}

// validateHook refuses an address of a webhook that can never be called.
func (s *Service) validateHook(o *Order) error {
	if o.WebhookURL == "" {
		return nil
	}
	return s.ValidateHook("/webhookURL", string(o.WebhookURL))
}

// validatePlace checks the language and the time zone.
func validatePlace(o *Options) error {
	if o.Locale != "" {
		if _, err := language.Parse(o.Locale); err != nil {
			return fault.Field("/locale", "The locale is a language tag such as de-CH.")
		}
	}
	if o.TimeZone != "" {
		if _, err := time.LoadLocation(o.TimeZone); err != nil || o.TimeZone == "Local" {
			return fault.Field("/timeZone", "The timeZone is a name such as Europe/Zurich.")
		}
	}
	return nil
}

// oneOf refuses a value that is none of some, and tells the nearest one.
func oneOf(field, value string, of []string) error {
	if slices.Contains(of, value) {
		return nil
	}
	meant := nearest.Name(short(value), of)
	message := nearest.Question("The field "+strings.TrimPrefix(field, "/")+" is one of "+strings.Join(of, ", "), meant)
	return fault.Fields(message, []fault.Reason{{Field: field, Message: message, Nearest: meant}})
}

// short bounds a text that is compared.
func short(text string) string { return strings.ToValidUTF8(text[:min(len(text), 100)], "") }

func (s *Service) validateIntegration(o *Order) error {
	if o.In == nil {
		return nil
	}
	for name, text := range map[string]string{"type": o.In.Type, "sessionID": o.In.SessionID, "serverURL": o.In.ServerURL,
		"linkTo": o.In.LinkTo} {
		if utf8.RuneCountInString(text) > maxIntegration || !isText(text) {
			return fault.Field("/integration/"+name, "The field %s of an integration is one line of at most %d characters.", name, maxIntegration)
		}
	}
	var types []string
	if s.Platforms != nil {
		types = s.Platforms.Types()
	}
	named := slices.IndexFunc(types, func(name string) bool { return strings.EqualFold(name, o.In.Type) })
	switch {
	case o.In.Type == "":
		return wrongType("The type of the integration is missing: it is one of "+strings.Join(types, ", ")+".", "")
	case len(types) == 0:
		return wrongType("There are no platforms that this server works with.", "")
	case named < 0:
		meant := nearest.Name(short(o.In.Type), types)
		return wrongType("There is no platform of that type: it is one of "+strings.Join(types, ", ")+".", meant)
	}
	o.In.Type = types[named]
	return s.Platforms.Check(*o.In)
}

func wrongType(message, meant string) error {
	return fault.Fields(message, []fault.Reason{{Field: "/integration/type", Message: message, Nearest: meant}})
}
