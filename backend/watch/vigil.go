package watch

import (
	"container/heap"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"lectern/backend/internal/ownfolder"
	"lectern/backend/sentence"
)

// vigil watches a folder while it is there.
type vigil struct {
	*runner
	root *os.Root
	info os.FileInfo // of the folder

	notes     *notifier // nil where the system tells nothing
	pollAt    time.Time // when all is looked through next
	checked   time.Time // when the folder itself was checked last
	notifyAt  time.Time // when to try next whether the system tells of changes; zero for never
	pending   map[string]*candidate
	agenda    agenda
	ready     []*candidate // whole, in their order
	taking    int          // files in the hands of other goroutines
	holdUntil time.Time    // nothing is taken before
	short     bool         // it is told that the queue or the disk has no room
	deciding  sync.Mutex   // what becomes of a file's bytes depends on the others'
	results   chan result
	work      sync.WaitGroup
	jams      map[string]jam     // of folders for originals; of the goroutine that moves them alone
	journeys  map[string]journey // of originals that were moved, by the keys of their bytes; likewise
	// ownFolders are Lectern's, found once for each batch of files that are settled; of the goroutine that moves them alone.
	ownFolders ownfolder.Set
	loops      chan loopError // has one where the folder is to be paused

	walking    context.CancelFunc // nil while nothing is looked through
	found      chan []string
	walked     chan walk
	todo       []string // folders to be looked through
	all        bool     // the whole is to be
	unreadable []string // folders that could not be listed
	ignored    int      // files that are noted as such
}

// candidate is a file that may be taken.
type candidate struct {
	path   string
	mark   Mark
	since  time.Time // when the mark was first seen
	at     time.Time // of the next look
	taking bool      // it is in the hands of another goroutine, or about to be
	dirty  bool      // it has changed since
	tries  int       // at which the server itself has failed
}

// agenda has candidates in the order of their next looks.
type agenda []appointment

type appointment struct {
	at time.Time
	*candidate
}

func (a agenda) Len() int           { return len(a) }
func (a agenda) Less(i, j int) bool { return a[i].at.Before(a[j].at) }
func (a agenda) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)        { *a = append(*a, x.(appointment)) }
func (a *agenda) Pop() any {
	last := len(*a) - 1
	x := (*a)[last]
	*a = (*a)[:last]
	return x
}

func newVigil(r *runner, root *os.Root, info os.FileInfo) *vigil {
	return &vigil{runner: r, root: root, info: info, pending: make(map[string]*candidate), results: make(chan result),
		found: make(chan []string), walked: make(chan walk), jams: make(map[string]jam), journeys: make(map[string]journey),
		loops: make(chan loopError, 1)}
}

// mostPending is how many candidates there are at once; a larger folder is looked through as they
// are done with.
const mostPending = 20_000

// keep watches until ctx ends or the folder is not as it was.
func (v *vigil) keep(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		cancel()
		v.unwatch()
		v.drain()
	}()
	v.tell(func() { v.full, v.note = "", "" }) // of what it was before
	if err := v.countIgnored(ctx); err != nil {
		return err
	}
	v.watchAnew()
	v.work.Go(func() { v.settleAll(ctx) })
	v.checked = time.Now()
	for {
		v.walkNext(ctx)
		next := time.NewTimer(min(v.look(ctx), v.untilCheck()))
		err := v.await(ctx, next.C)
		next.Stop()
		if err != nil {
			return err
		}
	}
}

// untilCheck returns the time until the folder itself is to be checked, which is later where the system
// reports what happens in it.
func (v *vigil) untilCheck() time.Duration {
	pace := v.pace.probe
	if v.notes != nil {
		pace = v.pace.idle
	}
	return max(time.Until(v.checked.Add(pace)), 0)
}

// checkWhenDue checks the folder itself where it is time to.
func (v *vigil) checkWhenDue() error {
	if v.untilCheck() > 0 {
		return nil
	}
	return v.checkNow()
}

func (v *vigil) checkNow() error {
	v.checked = time.Now()
	return v.check(v.info)
}

// await waits for one thing and does what it is about.
func (v *vigil) await(ctx context.Context, next <-chan time.Time) error {
	var turns chan<- struct{}
	if len(v.ready) > 0 && v.taking < mostTurns && !time.Now().Before(v.holdUntil) {
		turns = v.turns
	}
	found := v.found
	if len(v.pending) >= mostPending {
		found = nil
	}
	var bell <-chan struct{}
	if v.notes != nil {
		bell = v.notes.bell
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-next:
		return v.checkWhenDue()
	case <-bell:
		return v.hear()
	case paths := <-found:
		for _, path := range paths {
			v.nominate(path)
		}
	case w := <-v.walked:
		return v.endWalk(w)
	case turns <- struct{}{}:
		v.begin(ctx)
	case r := <-v.results:
		v.taking--
		v.finish(ctx, r)
	case <-v.scan:
		v.watchAnew()
	case path := <-v.paths:
		v.nominate(path)
	case loop := <-v.loops:
		return loop
	}
	return nil
}

// drain lets the goroutines of the vigil end.
func (v *vigil) drain() {
	ended := make(chan struct{})
	go func() {
		v.work.Wait()
		close(ended)
	}()
	for {
		select {
		case <-v.found:
		case <-v.walked:
		case <-v.results:
		case <-ended:
			return
		}
	}
}

// watchAnew watches the whole folder, whatever was watched before, and has it looked through.
func (v *vigil) watchAnew() {
	v.unwatch()
	v.all = true
	v.notifyAt = time.Time{}
	if network := v.networkOf(v.folder.Path); network != "" {
		v.poll(networkMessage(network))
		return
	}
	notes, err := newNotifier()
	if err != nil {
		v.unableToWatch(err)
		return
	}
	v.notes = notes
	v.be(Condition{State: Scanning})
}

func (v *vigil) networkOf(path string) string {
	system, err := v.fileSystem(path)
	if err != nil {
		return ""
	}
	return system.Network
}

func networkMessage(network string) sentence.Sentence {
	return sentence.New("folder-network", "The folder lies on a network or foreign file system ({kind}), which does not tell of changes: it "+
		"is looked through again and again, so files may be taken some seconds later.").With("kind", network)
}

// unableToWatch has the folder looked through again and again, and the system asked again later.
func (v *vigil) unableToWatch(err error) {
	v.notifyAt = time.Now().Add(v.pace.sweep)
	message := sentence.New("folder-untold", "The system does not tell of changes in the folder ({text}): it is looked through again and "+
		"again, so files may be taken some seconds later.").With("text", err)
	if errors.Is(err, errFewWatches) {
		message = sentence.New("folder-few-watches", "The system allows no more watches: the folder is looked through again and again, so "+
			"files may be taken some seconds later. Raise fs.inotify.max_user_watches and fs.inotify.max_user_instances, with sysctl, to have "+
			"them taken at once.")
	}
	v.poll(message)
}

// poll has the folder looked through again and again.
func (v *vigil) poll(message sentence.Sentence) {
	if v.notes != nil {
		v.notes.close()
		v.notes = nil
	}
	v.be(Condition{Polling, message.Keep()})
}

func (v *vigil) unwatch() {
	if v.walking != nil {
		v.walking()
	}
	if v.notes != nil {
		v.notes.close()
		v.notes = nil
	}
}

// hear takes what the system has told. Its error says that the folder is not what it was: where something
// happens, the folder itself is checked more often than it is while nothing does.
func (v *vigil) hear() error {
	paths, stale := v.notes.take()
	if stale || slices.Contains(paths, v.folder.Path) || time.Since(v.checked) > v.pace.probe {
		if err := v.checkNow(); err != nil {
			return err
		}
	}
	if stale {
		v.watchAnew()
	}
	for _, path := range paths {
		if name, err := filepath.Rel(v.folder.Path, path); err == nil && name != "." && !strings.HasPrefix(name, "../") {
			v.nominate(name)
		}
	}
	return nil
}

// nominate has a path looked at now, unless it is followed already.
func (v *vigil) nominate(path string) {
	if c := v.pending[path]; c != nil {
		c.dirty = true
		return
	}
	c := &candidate{path: path}
	v.pending[path] = c
	v.lookLater(c, 0)
}

func (v *vigil) lookLater(c *candidate, wait time.Duration) {
	c.at = time.Now().Add(wait)
	heap.Push(&v.agenda, appointment{c.at, c})
}

// drop ends the following of a candidate.
func (v *vigil) drop(c *candidate) {
	if v.pending[c.path] == c {
		delete(v.pending, c.path)
	}
}

// due takes candidates whose time has come from the agenda, at most so many, and gives how long
// there is none after them.
func (v *vigil) due(most int) (due []*candidate, wait time.Duration) {
	now := time.Now()
	for len(v.agenda) > 0 {
		first := v.agenda[0]
		if first.candidate.at != first.at || v.pending[first.path] != first.candidate || first.taking {
			heap.Pop(&v.agenda) // it has another appointment, or none
			continue
		}
		if wait := first.at.Sub(now); wait > 0 {
			return due, wait
		}
		if len(due) == most {
			return due, 0
		}
		heap.Pop(&v.agenda)
		due = append(due, first.candidate)
	}
	return due, never
}

// never is longer than any wait.
const never = time.Duration(math.MaxInt64)

// hold has nothing taken for a while.
func (v *vigil) hold(wait time.Duration) { v.holdUntil = time.Now().Add(wait) }

// isMovedTo reports whether a file lies where the folder's originals are moved to, which is not watched.
func (v *vigil) isMovedTo(name string) bool {
	path := filepath.Join(v.folder.Path, name)
	return slices.ContainsFunc(v.folder.targets(), func(target string) bool { return within(path, target) && path != target })
}

// isTarget reports whether the folder of a name is one that originals are moved to.
func (v *vigil) isTarget(name string, targets []string) bool {
	return slices.Contains(targets, filepath.Join(v.folder.Path, name))
}
