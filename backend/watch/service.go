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
	"lectern/backend/internal/retry"
)

// Service watches folders, and imports the files that arrive in them.
type Service struct {
	dependencies
	times clock.Sequence // creation times of folders

	changeMu   sync.Mutex        // held while folders are changed
	deleted    map[string]Folder // folders deleted since the server started, by path; guarded by changeMu
	mu         sync.Mutex
	runContext context.Context // context of the runners; nil until the service runs
	runners    map[string]*runner
	ending     map[string]<-chan struct{} // closed when a stopped runner has ended, by folder
}

// New returns a service. It watches folders while [Service.Run] runs.
func New(config Config) *Service {
	return &Service{dependencies: newDependencies(config), runners: make(map[string]*runner), deleted: make(map[string]Folder),
		ending: make(map[string]<-chan struct{})}
}

// Run watches all folders until ctx ends.
func (s *Service) Run(ctx context.Context) {
	err := retry.Do(ctx, s.pace.retry, func() error { return s.startAll(ctx) }, func(err error) bool {
		s.log.ErrorContext(ctx, "folders are not watched yet", slog.Any("error", err))
		return true
	})
	if err != nil {
		return // ctx has ended
	}
	<-ctx.Done()
	s.changeMu.Lock()
	defer s.changeMu.Unlock()
	for _, r := range s.runners {
		r.waitForEnd()
	}
}

// startAll starts a runner for each folder, and makes later changes of folders start and stop runners.
func (s *Service) startAll(ctx context.Context) error {
	s.changeMu.Lock()
	defer s.changeMu.Unlock()
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

// start starts a runner for a folder, and stops the previous one.
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

// restartOthers restarts the runners of all folders except the folder with the id exceptID. The restart is necessary
// because the runners must not scan the targets of that folder.
func (s *Service) restartOthers(folders []Folder, exceptID string) {
	for _, f := range folders {
		if f.ID != exceptID {
			s.start(f)
		}
	}
}

func (s *Service) runner(id string) *runner {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.runners[id]
}

// Create adds a folder and starts to watch it. If the folder cannot be watched, or overlaps with another watched
// folder, it returns a fault of kind Invalid.
func (s *Service) Create(ctx context.Context, path string, settings Settings) (Watched, error) {
	s.changeMu.Lock()
	defer s.changeMu.Unlock()
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
	return s.newWatched(ctx, f)
}

// Edit changes the settings of a folder. The new settings apply to files that arrive later. It returns a fault of kind
// NotFound if the folder is not watched, and of kind Invalid if the settings are not valid.
func (s *Service) Edit(ctx context.Context, id string, change func(*Settings) error) (Watched, error) {
	s.changeMu.Lock()
	defer s.changeMu.Unlock()
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
	return s.newWatched(ctx, f)
}

func notFound(id string) error {
	return fault.New(fault.NotFound, "There is no watched folder %q.", id)
}

// Reload starts and stops runners according to the stored folders, which another node may have changed.
func (s *Service) Reload(ctx context.Context) error {
	s.changeMu.Lock()
	defer s.changeMu.Unlock()
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

// watchedIDs returns the ids of the folders that have a runner.
func (s *Service) watchedIDs() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.runners))
}

// Delete stops watching a folder. Its files and their documents are kept.
func (s *Service) Delete(ctx context.Context, id string) error {
	s.changeMu.Lock()
	defer s.changeMu.Unlock()
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

// Find returns a folder with its condition, or a fault of kind NotFound.
func (s *Service) Find(ctx context.Context, id string) (Watched, error) {
	f, err := s.find(ctx, id)
	if err != nil {
		return Watched{}, err
	}
	return s.newWatched(ctx, f)
}

// List returns up to limit folders with their conditions, oldest first. The list starts after the folder that was
// created at the given time and has the given ID.
func (s *Service) List(ctx context.Context, at time.Time, id string, limit int) ([]Watched, error) {
	folders, err := s.store.ListFolders(ctx)
	if err != nil {
		return nil, err
	}
	folders = slices.DeleteFunc(folders, func(f Folder) bool { return cmp.Or(f.CreatedAt.Compare(at), strings.Compare(f.ID, id)) <= 0 })
	folders = folders[:min(limit, len(folders))]
	all := make([]Watched, len(folders))
	for i, f := range folders {
		if all[i], err = s.newWatched(ctx, f); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (s *Service) newWatched(ctx context.Context, f Folder) (Watched, error) {
	w := Watched{Folder: f, Condition: Condition{State: Scanning}}
	r := s.runner(f.ID)
	if r != nil {
		w.Condition = r.currentCondition()
	}
	if f.Paused && w.State != Paused { // a runner that paused because of a loop keeps its message
		w.Condition = Condition{State: Paused}
	}
	counts, err := s.store.CountArrivals(ctx, f.ID)
	w.Counts = Counts{Waiting: counts[Writing] + counts[Waiting], Taken: counts[Taken] + counts[Duplicate], Failed: counts[Failed]}
	return w, err
}

// Scan starts a scan of a folder for files that the operating system has not reported. It returns a fault of kind
// Conflict if the folder is paused.
func (s *Service) Scan(ctx context.Context, id string) (Watched, error) {
	f, err := s.find(ctx, id)
	if err != nil {
		return Watched{}, err
	}
	r := s.runner(id)
	if f.Paused || r == nil {
		return Watched{}, fault.New(fault.Conflict, "The folder is paused, so nothing is imported from it. Resume it first.")
	}
	r.rescan()
	return s.newWatched(ctx, f)
}
