// Package template keeps the local library of templates, each with its versions.
package template

import (
	"context"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lectern/backend/convert/bundle"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/office"
	"lectern/backend/convert/template"
	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
)

// Template is a template application under a name.
type Template struct {
	Number    int64 // its place in the sequence of all templates
	ID        string
	Name      string // which no other has
	CreatedAt time.Time
	Versions  []Version // newest first; there is one at least
}

// Version is one version of a template.
type Version struct {
	Number    int // from 1
	Filename  string
	Type      filetype.Type
	Size      int64 // bytes
	CreatedAt time.Time
	Content   string // content key
}

// Newest gives the version that is used where none is named.
func (t *Template) Newest() Version { return t.Versions[0] }

// Version gives a version by its number, the newest one for 0; or a fault of kind NotFound.
func (t *Template) Version(number int) (Version, error) {
	if number == 0 {
		return t.Newest(), nil
	}
	for _, v := range t.Versions {
		if v.Number == number {
			return v, nil
		}
	}
	return Version{}, fault.New(fault.NotFound, "The template has no version %d.", number)
}

// IDPrefix begins the ids of templates.
const IDPrefix = "tpl-"

// Store keeps templates' records.
type Store interface {
	// CreateTemplate stores a new template. A name that is taken is a fault of kind Conflict.
	CreateTemplate(ctx context.Context, t Template) error
	// AddVersion stores a further version, and gives it its number. A template that there is not is a fault of
	// kind NotFound, one that has too many a fault of kind Conflict.
	AddVersion(ctx context.Context, id string, v Version, most int) (Template, error)
	// FindTemplate gives a template by its id, or else its name, or a fault of kind NotFound.
	FindTemplate(ctx context.Context, identifier string) (Template, error)
	// ListTemplates gives templates, newest first: those that are older than a number, where it is
	// not 0.
	ListTemplates(ctx context.Context, after int64, limit int) ([]Template, error)
	// RenameTemplate names a template anew. A name that is taken is a fault of kind Conflict.
	RenameTemplate(ctx context.Context, id, name string) (Template, error)
	// DeleteTemplate removes a template, and gives it as it was.
	DeleteTemplate(ctx context.Context, id string) (Template, error)
	// ClaimSamples says whether the library is to be given its samples: it has no template, and nobody
	// has claimed them before.
	ClaimSamples(ctx context.Context, now time.Time) (wanted bool, err error)
	DataStore
}

// Content keeps bytes under their hash.
type Content interface {
	// Add stores what r gives, at most limit bytes, and answers its key and size. The caller lets
	// the key go when there is a record of it, or is to be none.
	Add(ctx context.Context, r io.Reader, limit int64) (key string, size int64, err error)
	// LetGo ends a hold of a key, and removes what then nobody holds and no record needs.
	LetGo(ctx context.Context, key string)
	// Forget removes what no record needs any more.
	Forget(ctx context.Context, keys ...string)
	// Open gives the bytes under a key as a file, which the caller closes.
	Open(ctx context.Context, key string) (*os.File, error)
}

// Engine fills templates.
type Engine interface {
	Run(ctx context.Context, order template.Order) (template.Result, error)
}

// Parts are what a service works with.
type Parts struct {
	Store     Store
	Content   Content
	Engine    Engine
	Office    office.PDFConverter
	Reader    Reader
	Merger    bundle.Merger
	Sealer    Sealer
	TempDir   string              // a private folder
	CleanName func(string) string // makes a name from outside fit for display
	MaxSize   func() int64        // bytes that a template may have
	Changed   event.Listener      // is told of templates
	Log       *slog.Logger
}

// Service keeps templates.
type Service struct {
	Parts
	checks   checks
	previews previews
}

// New makes a service over its parts.
func New(p Parts) *Service { return &Service{Parts: p} }

const (
	maxName     = 200 // characters
	maxVersions = 1000
)

// Create keeps a new template of a received file. An empty name is that of the file without its extension.
func (s *Service) Create(ctx context.Context, name string, v Version) (Template, error) {
	defer s.Discard(ctx, v) // where a record has it, it stays
	if name == "" {
		name = strings.TrimSuffix(v.Filename, "."+extension(v.Filename))
	}
	t := Template{ID: IDPrefix + id.New(), Name: name, CreatedAt: v.CreatedAt, Versions: []Version{v}}
	if err := validateName(t.Name); err != nil {
		return t, err
	}
	if err := s.Store.CreateTemplate(ctx, t); err != nil {
		return t, err
	}
	s.Changed.Notify(t.ID)
	return s.Store.FindTemplate(ctx, t.ID)
}

// extension gives that of a file name, without the dot.
func extension(filename string) string {
	if dot := strings.LastIndexByte(filename, '.'); dot > 0 {
		return filename[dot+1:]
	}
	return ""
}

// AddVersion keeps a further version of a template, which is the newest one from then on.
func (s *Service) AddVersion(ctx context.Context, identifier string, v Version) (Template, error) {
	defer s.Discard(ctx, v)
	t, err := s.Store.FindTemplate(ctx, identifier)
	if err != nil {
		return t, err
	}
	if t, err = s.Store.AddVersion(ctx, t.ID, v, maxVersions); err == nil {
		s.Changed.Notify(t.ID)
	}
	return t, err
}

// Discard removes the bytes of a received file, unless there is a record of them.
func (s *Service) Discard(ctx context.Context, v Version) { s.Content.LetGo(ctx, v.Content) }

// Receive stores a file that is to be a version. It ends with [Service.Create], [Service.AddVersion] or
// [Service.Discard]. What is no template is a fault of kind Invalid.
func (s *Service) Receive(ctx context.Context, filename string, r io.Reader) (v Version, err error) {
	v = Version{Number: 1, Filename: s.CleanName(filename), CreatedAt: time.Now().UTC()}
	if v.Content, v.Size, err = s.Content.Add(ctx, r, s.MaxSize()); err != nil {
		return v, err
	}
	if v.Type, err = s.detect(ctx, v); err != nil {
		s.Content.LetGo(ctx, v.Content)
	}
	return v, err
}

// detect says what a version is by its content.
func (s *Service) detect(ctx context.Context, v Version) (filetype.Type, error) {
	file, err := s.Content.Open(ctx, v.Content)
	if err != nil {
		return "", err
	}
	defer file.Close()
	kind, err := filetype.DetectTemplate(file, v.Size, v.Filename)
	if told, ok := err.(worded); ok {
		return "", fault.FieldTold("file", told.Sentence()).Coded(fault.FileUnsupported)
	}
	return kind, err
}

func validateName(name string) error {
	if strings.TrimSpace(name) == "" || utf8.RuneCountInString(name) > maxName || !utf8.ValidString(name) ||
		strings.ContainsFunc(name, unicode.IsControl) || strings.HasPrefix(name, IDPrefix) {
		return fault.Field("name", "The name of a template is one line of at most %d characters that does not begin with %s.", maxName, IDPrefix)
	}
	return nil
}

// Find gives a template by its id or its name, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, identifier string) (Template, error) {
	return s.Store.FindTemplate(ctx, identifier)
}

// List gives templates, newest first: those behind the one of a number, where that is not 0.
func (s *Service) List(ctx context.Context, after int64, limit int) ([]Template, error) {
	return s.Store.ListTemplates(ctx, after, limit)
}

// Rename names a template anew.
func (s *Service) Rename(ctx context.Context, identifier, name string) (Template, error) {
	t, err := s.Store.FindTemplate(ctx, identifier)
	if err == nil {
		err = validateName(name)
	}
	if err != nil {
		return t, err
	}
	if t, err = s.Store.RenameTemplate(ctx, t.ID, name); err == nil {
		s.Changed.Notify(t.ID)
	}
	return t, err
}

// Delete removes a template with all its versions. Tasks that have it keep it until they end.
func (s *Service) Delete(ctx context.Context, identifier string) error {
	t, err := s.Store.FindTemplate(ctx, identifier)
	if err == nil {
		t, err = s.Store.DeleteTemplate(ctx, t.ID)
	}
	if err != nil {
		return err
	}
	s.Changed.Notify(t.ID)
	for _, v := range t.Versions {
		s.Content.Forget(ctx, v.Content)
	}
	return nil
}

// Open gives the bytes of a version, which the caller closes.
func (s *Service) Open(ctx context.Context, v Version) (*os.File, error) {
	return s.Content.Open(ctx, v.Content)
}
