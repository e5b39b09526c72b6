package watch

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"lectern/backend/internal/clock"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
	"lectern/backend/internal/ownfolder"
	"lectern/backend/internal/retry"
	"lectern/backend/internal/sealedurl"
)

// Parts are what a service works with.
type Parts struct {
	Store   Store
	Library Library
	Sealer  sealedurl.Sealer // of webhooks' addresses
	// FileSystem says what a path lies on; nil asks the system.
	FileSystem func(path string) (FileSystem, error)
	// Own are folders that hold Lectern's own files, which are never looked at.
	Own []string
	// Changed is told which folder has news, often; nil where nobody wants to know.
	Changed func(id string)
	Log     *slog.Logger
}

// importSlots is how many files are taken at a time, of all folders.
const importSlots = 8

// slotsPerFolder is how many of them are one folder's: where its disk does not answer, others go on.
const slotsPerFolder = 3

// Service watches folders.
type Service struct {
	store      Store
	library    Library
	sealer     sealedurl.Sealer
	fileSystem func(path string) (FileSystem, error)
	own        []string
	onChange   func(id string)
	log        *slog.Logger
	pace       pace
	slots      chan struct{} // of files that are taken
	writers    writers
	times      clock.Sequence // at which folders are added

	changing   sync.Mutex        // one change of folders at a time
	deleted    map[string]Folder // by their paths, since the start; of the goroutine that changes folders
	mu         sync.Mutex
	runContext context.Context // of runners; nil while the service does not run
	runners    map[string]*runner
	ending     map[string]<-chan struct{} // closed when a folder's last runner ends, where that takes long
}

// pace is how fast is what has its time.
type pace struct {
	quiet      time.Duration // after a change, before a file that nobody writes to is taken for whole
	unchanged  time.Duration // the same where it is not known whether somebody does
	inspect    time.Duration // between two looks at a file that is written
	probe      time.Duration // between two looks at the folder itself while things happen in it, or while it is missing
	idle       time.Duration // between two while nothing happens
	poll       time.Duration // between two looks through a folder of which the system tells nothing
	rescan     time.Duration // between two through one of which it does, and between tries that it may
	retry      time.Duration // where a disk, the queue or the database wants that
	ended      time.Duration // between two looks for documents that have ended
	endedRetry time.Duration // between two tries to settle files while no document ends
	ending     time.Duration // that a folder's work may take to end; a disk that does not answer keeps nobody
}

// defaultPace is the pace of the service.
var defaultPace = pace{quiet: 200 * time.Millisecond, unchanged: 2 * time.Second, inspect: 100 * time.Millisecond, probe: 2 * time.Second,
	idle: 5 * time.Second, poll: 5 * time.Second, rescan: 10 * time.Minute, retry: time.Second, ended: 500 * time.Millisecond,
	endedRetry: 10 * time.Second, ending: time.Second}

// New makes a service over its parts. It watches while it runs.
func New(p Parts) *Service {
	s := &Service{store: p.Store, library: p.Library, sealer: p.Sealer, fileSystem: p.FileSystem, own: p.Own, onChange: p.Changed, log: p.Log,
		pace: defaultPace, slots: make(chan struct{}, importSlots), runners: make(map[string]*runner), deleted: make(map[string]Folder),
		ending: make(map[string]<-chan struct{})}
	if s.fileSystem == nil {
		s.fileSystem = StatFileSystem
	}
	if s.onChange == nil {
		s.onChange = func(string) {}
	}
	return s
}

// findOwnFolders returns the folders that hold Lectern's own files, as they are now.
func (s *Service) findOwnFolders() ownfolder.Set { return ownfolder.Find(s.own...) }

// Run watches all folders until ctx ends.
func (s *Service) Run(ctx context.Context) {
	for {
		err := s.startAll(ctx)
		if err == nil {
			break
		}
		if ctx.Err() == nil {
			s.log.ErrorContext(ctx, "folders are not watched yet", slog.Any("error", err))
		}
		if !retry.Sleep(ctx, s.pace.retry) {
			return
		}
	}
	<-ctx.Done()
	s.changing.Lock()
	defer s.changing.Unlock()
	for _, r := range s.runners {
		r.waitForEnd()
	}
}

// startAll watches the folders that there are, and has those watched that come.
func (s *Service) startAll(ctx context.Context) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	folders, err := s.store.ListFolders(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.runContext = ctx
	s.mu.Unlock()
	for _, f := range folders {
		s.start(f)
	}
	return nil
}

// start watches a folder, in the place of what it was before.
func (s *Service) start(f Folder) {
	s.stop(f.ID)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.runContext == nil || s.runContext.Err() != nil {
		return
	}
	s.runners[f.ID] = newRunner(s, f, s.ending[f.ID])
	delete(s.ending, f.ID)
}

func (s *Service) stop(id string) {
	s.mu.Lock()
	r := s.runners[id]
	delete(s.runners, id)
	s.mu.Unlock()
	if r == nil {
		return
	}
	r.cancel()
	if !r.waitForEnd() {
		s.mu.Lock()
		s.ending[id] = r.done
		s.mu.Unlock()
	}
}

// restartOthers watches all folders anew but one: where its originals are moved to is not to be watched.
func (s *Service) restartOthers(folders []Folder, but string) {
	for _, f := range folders {
		if f.ID != but {
			s.start(f)
		}
	}
}

func (s *Service) runner(id string) *runner {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.runners[id]
}

// Create begins to watch a folder. One that cannot be watched, or be watched beside others, is a
// fault of kind Invalid.
func (s *Service) Create(ctx context.Context, path string, settings Settings) (Watched, error) {
	s.changing.Lock()
	defer s.changing.Unlock()
	folders, err := s.store.ListFolders(ctx)
	if err != nil {
		return Watched{}, err
	}
	if path, err = resolvePath(path); err != nil {
		return Watched{}, err
	}
	f := Folder{ID: id.New(), Path: path, Settings: settings, CreatedAt: s.times.Next(time.Now())}
	f.Name = cmp.Or(f.Name, filepath.Base(path))
	if err := errors.Join(s.checkOverlap(&f, folders), s.restoreWebhook(&f)); err != nil {
		return Watched{}, err
	}
	if err := s.normalize(ctx, &f, &Folder{}, folders); err != nil {
		return Watched{}, err
	}
	if err := s.store.CreateFolder(ctx, f); err != nil {
		return Watched{}, err
	}
	s.start(f)
	s.onChange(f.ID)
	return s.watched(ctx, f)
}

// restoreWebhook gives a folder the whole address of its webhook where it has the redacted one of a folder that was
// deleted at the same path: so a deletion can be undone.
func (s *Service) restoreWebhook(f *Folder) error {
	deleted := s.deleted[f.Path]
	if deleted.WebhookURL == "" || string(f.WebhookURL) != deleted.WebhookURL.Redacted() {
		return nil
	}
	address, err := deleted.WebhookURL.Open(s.sealer, deleted.ID)
	f.WebhookURL = sealedurl.URL(address)
	return err
}

// normalize checks what is said of a folder and was not before, and brings it into the form in which
// it is kept.
func (s *Service) normalize(ctx context.Context, f, before *Folder, others []Folder) error {
	if err := f.Settings.normalize(); err != nil {
		return err
	}
	posting := f.newPosting().withoutUnchanged(before.newPosting())
	if f.WebhookURL != before.WebhookURL && string(f.WebhookURL) != before.WebhookURL.Redacted() {
		posting.WebhookURL = string(f.WebhookURL) // the whole, as it came
	}
	if err := s.library.Validate(ctx, posting); err != nil {
		return err
	}
	if err := s.sealWebhook(f, before); err != nil {
		return err
	}
	return s.normalizeTargets(f, before, others)
}

// sealWebhook seals the webhook's address of a folder where it is not that of before.
func (s *Service) sealWebhook(f, before *Folder) (err error) {
	if f.WebhookURL == before.WebhookURL || f.WebhookURL == "" {
		return nil
	}
	f.WebhookURL, err = before.WebhookURL.Replace(s.sealer, "/webhookURL", string(f.WebhookURL), f.ID)
	return err
}

// withoutUnchanged leaves out the names that were there before: what they stand for may have gone.
func (p Posting) withoutUnchanged(before Posting) Posting {
	for _, name := range []struct{ now, then *string }{
		{&p.Profile, &before.Profile}, {&p.Theme, &before.Theme}, {&p.Collection, &before.Collection},
	} {
		if *name.now == *name.then {
			*name.now = ""
		}
	}
	return p
}

// newPosting gives what is said of each of the folder's files, but for the webhook's address, which is sealed.
func (f *Folder) newPosting() Posting {
	return Posting{FolderID: f.ID, Profile: f.Profile, Theme: f.Theme, Tags: f.Tags, Collection: f.Collection}
}

// Edit changes the settings of a folder, which hold for what arrives from then on.
func (s *Service) Edit(ctx context.Context, id string, change func(*Settings) error) (Watched, error) {
	s.changing.Lock()
	defer s.changing.Unlock()
	folders, err := s.store.ListFolders(ctx)
	if err != nil {
		return Watched{}, err
	}
	i := slices.IndexFunc(folders, func(f Folder) bool { return f.ID == id })
	if i < 0 {
		return Watched{}, notFound(id)
	}
	f, before := folders[i], folders[i].targets()
	if err := change(&f.Settings); err != nil {
		return Watched{}, err
	}
	f.Name = cmp.Or(f.Name, filepath.Base(f.Path))
	if err := s.normalize(ctx, &f, &folders[i], folders); err != nil {
		return Watched{}, err
	}
	f.excludeFormerTargets(before)
	s.stop(id)
	if err := s.store.SaveFolderSettings(ctx, id, f.Settings); err != nil {
		s.start(folders[i])
		return Watched{}, err
	}
	s.start(f)
	if !slices.Equal(before, f.targets()) {
		s.restartOthers(folders, id)
	}
	s.onChange(id)
	return s.watched(ctx, f)
}

func notFound(id string) error {
	return fault.New(fault.NotFound, "There is no watched folder %q.", id)
}

// Reload has folders watched as the store has them, where that was changed there.
func (s *Service) Reload(ctx context.Context) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	folders, err := s.store.ListFolders(ctx)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, f := range folders {
		there[f.ID] = true
		r := s.runner(f.ID)
		if r == nil {
			s.start(f)
		} else if !reflect.DeepEqual(r.folder.Settings, f.Settings) {
			s.start(f)
			s.onChange(f.ID)
		}
	}
	for _, id := range s.watchedIDs() {
		if !there[id] {
			s.stop(id)
		}
	}
	return nil
}

// watchedIDs gives the ids of the folders that are watched.
func (s *Service) watchedIDs() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.runners))
}

// Delete ends the watching of a folder. Its files and their documents stay.
func (s *Service) Delete(ctx context.Context, id string) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	f, err := s.find(ctx, id)
	if err != nil {
		return err
	}
	s.stop(id)
	if err := s.store.DeleteFolder(context.WithoutCancel(ctx), id); err != nil {
		s.start(f)
		return err
	}
	s.deleted[f.Path] = f
	s.onChange(id)
	return nil
}

func (s *Service) find(ctx context.Context, id string) (Folder, error) {
	folders, err := s.store.ListFolders(ctx)
	if err != nil {
		return Folder{}, err
	}
	for _, f := range folders {
		if f.ID == id {
			return f, nil
		}
	}
	return Folder{}, notFound(id)
}

// Find gives a folder with how it is, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, id string) (Watched, error) {
	f, err := s.find(ctx, id)
	if err != nil {
		return Watched{}, err
	}
	return s.watched(ctx, f)
}

// List returns at most limit folders with how they are, oldest first, of those behind the one that has a time of creation
// and an id.
func (s *Service) List(ctx context.Context, at time.Time, id string, limit int) ([]Watched, error) {
	folders, err := s.store.ListFolders(ctx)
	if err != nil {
		return nil, err
	}
	folders = slices.DeleteFunc(folders, func(f Folder) bool { return cmp.Or(f.CreatedAt.Compare(at), strings.Compare(f.ID, id)) <= 0 })
	folders = folders[:min(limit, len(folders))]
	all := make([]Watched, len(folders))
	for i, f := range folders {
		if all[i], err = s.watched(ctx, f); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (s *Service) watched(ctx context.Context, f Folder) (Watched, error) {
	w := Watched{Folder: f, Condition: Condition{State: Scanning}}
	r := s.runner(f.ID)
	if r != nil {
		w.Condition = r.current()
	}
	if f.Paused && w.State != Paused { // else it says why
		w.Condition = Condition{State: Paused}
	}
	counts, err := s.store.CountArrivals(ctx, f.ID)
	w.Counts = Counts{Waiting: counts[Writing] + counts[Waiting], Taken: counts[Taken] + counts[Duplicate], Failed: counts[Failed]}
	return w, err
}

// Scan has a folder looked through now, for files of which the system has told nothing.
func (s *Service) Scan(ctx context.Context, id string) (Watched, error) {
	f, err := s.find(ctx, id)
	if err != nil {
		return Watched{}, err
	}
	r := s.runner(id)
	if f.Paused || r == nil {
		return Watched{}, fault.New(fault.Conflict, "The folder is paused: nothing is taken from it.")
	}
	r.rescan()
	return s.watched(ctx, f)
}
