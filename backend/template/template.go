// Package template manages the library of templates and their versions.
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
	engine "lectern/backend/convert/template"
	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
	"lectern/backend/samples"
	"lectern/backend/sentence"
)

// Template is a named template.
type Template struct {
	Number    int64 // assigned in ascending order of creation
	ID        string
	Name      string // unique
	CreatedAt time.Time
	Versions  []Version // newest first; at least one
}

// Version is a version of a template.
type Version struct {
	Number    int // from 1
	Filename  string
	Type      filetype.Type
	MainType  filetype.Type // type of the first document of a package; empty if that is not known, or if it is no package
	Size      int64         // bytes
	CreatedAt time.Time
	Content   string // content key
}

// Newest returns the newest version.
func (t *Template) Newest() Version { return t.Versions[0] }

// Version returns the version with a number; 0 stands for the newest version. It returns a fault of kind NotFound if
// the version does not exist.
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

// IDPrefix is the prefix of template ids.
const IDPrefix = "tpl-"

// Store stores templates.
type Store interface {
	// CreateTemplate stores a template. It returns a fault of kind Conflict if the name is already used.
	CreateTemplate(ctx context.Context, t Template) error
	// AddVersion stores a version and assigns its number. It returns a fault of kind NotFound if the template does not
	// exist, and of kind Conflict if the template already has maxCount versions.
	AddVersion(ctx context.Context, id string, v Version, maxCount int) (Template, error)
	// FindTemplate returns the template with an id. If there is none, it returns the template with that name, or a
	// fault of kind NotFound.
	FindTemplate(ctx context.Context, identifier string) (Template, error)
	// ListTemplates returns up to limit templates, newest first. If after is not 0, it returns only templates whose
	// number is less than after.
	ListTemplates(ctx context.Context, after int64, limit int) ([]Template, error)
	// SetMainType sets the type of the first document of a package. It does nothing if the version does not exist.
	SetMainType(ctx context.Context, id string, number int, main filetype.Type) error
	// RenameTemplate renames a template. It returns a fault of kind Conflict if the name is already used.
	RenameTemplate(ctx context.Context, id, name string) (Template, error)
	// DeleteTemplate removes a template, and returns it as it was.
	DeleteTemplate(ctx context.Context, id string) (Template, error)
	// ClaimSamples reports whether the caller must add samples: the library has no template, and no earlier call has
	// returned true.
	ClaimSamples(ctx context.Context, now time.Time) (claimed bool, err error)
	DataStore
}

// Content stores files under keys that are derived from their hash.
type Content interface {
	// Add stores the content of r, and returns its key and its size in bytes. It returns a fault of kind TooLarge if r
	// has more than limit bytes. The content is kept until the caller releases the key with Release, and longer if a
	// record uses it by then.
	Add(ctx context.Context, r io.Reader, limit int64) (key string, size int64, err error)
	// Release releases a key that Add returned. If nothing else uses the content, it is removed.
	Release(ctx context.Context, key string)
	// Forget removes content that no record uses.
	Forget(ctx context.Context, keys ...string)
	// Open opens the content with a key. The caller closes the file.
	Open(ctx context.Context, key string) (*os.File, error)
}

// Engine fills templates.
type Engine interface {
	Run(ctx context.Context, order engine.Order) (engine.Result, error)
}

// Config contains the dependencies and limits of a [Service].
type Config struct {
	Store     Store
	Content   Content
	Engine    Engine
	Office    office.PDFConverter
	Reader    Reader
	Merger    bundle.Merger
	Sealer    Sealer
	TempDir   string              // a folder that other users cannot read
	CleanName func(string) string // removes characters that cannot be displayed from a received name
	MaxSize   func() int64        // maximal size of a template, in bytes
	Samples   []samples.Template
	OnChange  event.Listener // notified when a template changes
	Log       *slog.Logger
}

// Service manages templates.
type Service struct {
	store     Store
	content   Content
	engine    Engine
	office    office.PDFConverter
	reader    Reader
	merger    bundle.Merger
	sealer    Sealer
	tempDir   string
	cleanName func(string) string
	maxSize   func() int64
	samples   []samples.Template
	onChange  event.Listener
	log       *slog.Logger
	checks    checks
	previews  previews
}

// New returns a service.
func New(config Config) *Service {
	return &Service{store: config.Store, content: config.Content, engine: config.Engine, office: config.Office, reader: config.Reader,
		merger: config.Merger, sealer: config.Sealer, tempDir: config.TempDir, cleanName: config.CleanName, maxSize: config.MaxSize,
		samples: config.Samples, onChange: config.OnChange, log: config.Log}
}

const (
	maxName     = 200 // characters
	maxVersions = 1000
)

// Create stores a received file as a template. If name is empty, the template is named after the file, without its
// extension.
func (s *Service) Create(ctx context.Context, name string, v Version) (Template, error) {
	defer s.Discard(ctx, v) // does not remove the content if a record was stored
	if name == "" {
		name = strings.TrimSuffix(v.Filename, "."+extension(v.Filename))
	}
	t := Template{ID: IDPrefix + id.New(), Name: name, CreatedAt: v.CreatedAt, Versions: []Version{v}}
	if err := validateName(t.Name); err != nil {
		return t, err
	}
	if err := s.store.CreateTemplate(ctx, t); err != nil {
		return t, err
	}
	s.onChange.Notify(t.ID)
	return s.store.FindTemplate(ctx, t.ID)
}

// extension returns the extension of a file name without the dot.
func extension(filename string) string {
	if dot := strings.LastIndexByte(filename, '.'); dot > 0 {
		return filename[dot+1:]
	}
	return ""
}

// AddVersion stores a received file as the newest version of a template.
func (s *Service) AddVersion(ctx context.Context, identifier string, v Version) (Template, error) {
	defer s.Discard(ctx, v)
	t, err := s.store.FindTemplate(ctx, identifier)
	if err != nil {
		return t, err
	}
	if t, err = s.store.AddVersion(ctx, t.ID, v, maxVersions); err == nil {
		s.onChange.Notify(t.ID)
	}
	return t, err
}

// Discard removes the content of a received file unless a record uses it.
func (s *Service) Discard(ctx context.Context, v Version) { s.content.Release(ctx, v.Content) }

// Receive stores the content of a file. The caller must pass the returned version to [Service.Create],
// [Service.AddVersion] or [Service.Discard]. Receive returns a fault of kind Invalid if the file is not a template.
func (s *Service) Receive(ctx context.Context, filename string, r io.Reader) (v Version, err error) {
	v = Version{Number: 1, Filename: s.cleanName(filename), CreatedAt: time.Now().UTC()}
	if v.Content, v.Size, err = s.content.Add(ctx, r, s.maxSize()); err != nil {
		return v, err
	}
	if err = s.detect(ctx, &v); err != nil {
		s.content.Release(ctx, v.Content)
	}
	return v, err
}

// detect determines the types of a version from its content.
func (s *Service) detect(ctx context.Context, v *Version) error {
	file, err := s.content.Open(ctx, v.Content)
	if err != nil {
		return err
	}
	defer file.Close()
	v.Type, err = filetype.DetectTemplate(file, v.Size, v.Filename)
	if explained, ok := err.(sentence.Error); ok { //nolint:errorlint // an error that is wrapped is one of reading, and not the file's fault
		return fault.TranslatableField("file", explained.Sentence()).WithCode(fault.FileUnsupported)
	}
	if v.Type == filetype.Package {
		v.MainType = filetype.MainDocument(file, v.Size)
	}
	return err
}

func validateName(name string) error {
	if strings.TrimSpace(name) == "" || utf8.RuneCountInString(name) > maxName || !utf8.ValidString(name) ||
		strings.ContainsFunc(name, unicode.IsControl) || strings.HasPrefix(name, IDPrefix) {
		return fault.Field("name", "The name of a template must be one line of at most %d characters and must not begin with %s.",
			maxName, IDPrefix)
	}
	return nil
}

// Find returns the template with an id or name, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, identifier string) (Template, error) {
	t, err := s.store.FindTemplate(ctx, identifier)
	if err == nil {
		s.addMainTypes(ctx, &t)
	}
	return t, err
}

// List returns up to limit templates, newest first. If after is not 0, it returns only templates whose number is less
// than after.
func (s *Service) List(ctx context.Context, after int64, limit int) ([]Template, error) {
	found, err := s.store.ListTemplates(ctx, after, limit)
	for i := range found {
		s.addMainTypes(ctx, &found[i])
	}
	return found, err
}

// addMainTypes determines and stores the main types of packages that were stored before versions had this field. A type
// that cannot be determined or stored is tried again at the next call.
func (s *Service) addMainTypes(ctx context.Context, t *Template) {
	for i := range t.Versions {
		v := &t.Versions[i]
		if v.Type != filetype.Package || v.MainType != "" {
			continue
		}
		detected := *v
		err := s.detect(ctx, &detected)
		if err == nil && detected.MainType != "" {
			v.MainType = detected.MainType
			err = s.store.SetMainType(ctx, t.ID, v.Number, v.MainType)
		}
		if err != nil {
			s.log.Warn("the main type of a package was not determined", "template", t.ID, "version", v.Number, "error", err)
		}
	}
}

// Rename renames a template.
func (s *Service) Rename(ctx context.Context, identifier, name string) (Template, error) {
	t, err := s.store.FindTemplate(ctx, identifier)
	if err == nil {
		err = validateName(name)
	}
	if err != nil {
		return t, err
	}
	if t, err = s.store.RenameTemplate(ctx, t.ID, name); err == nil {
		s.onChange.Notify(t.ID)
	}
	return t, err
}

// Delete removes a template with all its versions. Content that tasks use is kept until these tasks end.
func (s *Service) Delete(ctx context.Context, identifier string) error {
	t, err := s.store.FindTemplate(ctx, identifier)
	if err == nil {
		t, err = s.store.DeleteTemplate(ctx, t.ID)
	}
	if err != nil {
		return err
	}
	s.onChange.Notify(t.ID)
	for _, v := range t.Versions {
		s.content.Forget(ctx, v.Content)
	}
	return nil
}

// Open opens the content of a version. The caller closes the file.
func (s *Service) Open(ctx context.Context, v Version) (*os.File, error) {
	return s.content.Open(ctx, v.Content)
}
