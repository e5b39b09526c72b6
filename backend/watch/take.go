package watch

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// result is how the taking of a file has ended.
type result struct {
	*candidate
	err error
}

// unreadableError says that a file could not be read, which is no fault of the server's.
type unreadableError struct{ cause error }

func (e *unreadableError) Error() string { return "read file: " + e.cause.Error() }
func (e *unreadableError) Unwrap() error { return e.cause }

// begin takes the next file beside others.
func (v *vigil) begin(ctx context.Context) {
	c := v.ready[0]
	v.ready = v.ready[1:]
	v.taking++
	v.work.Go(func() {
		err := v.take(ctx, c)
		<-v.turns
		v.results <- result{c, err}
	})
}

// mostTries is how often the server may fail at a file before that is put off to the next occasion.
const mostTries = 5

var serverMessage = sentence.New("arrival-server", "The server could not take the file, and its log says why. It is tried again when the "+
	"folder is looked through.")

// finish goes on from a file that was taken, or was not.
func (v *vigil) finish(ctx context.Context, r result) {
	c := r.candidate
	c.taking = false
	refused, ok := errors.AsType[*fault.Error](r.err)
	unreadable, unread := errors.AsType[*unreadableError](r.err)
	switch {
	case ctx.Err() != nil:
		return
	case r.err == nil:
		v.relax()
		v.close(ctx, c, nil)
	case errors.Is(r.err, errChanged), errors.Is(r.err, fs.ErrNotExist):
		c.dirty = true
		v.close(ctx, c, nil)
	case unread:
		v.close(ctx, c, v.noteFailed(c.mark, unreadable.cause))
	case ok && refused.Kind != fault.Busy && refused.Kind != fault.NoSpace && refused.Kind != fault.Unavailable:
		v.close(ctx, c, note(c.mark, Failed, refused.Sentence()))
	case ok:
		c.taking = true
		v.ready = slices.Insert(v.ready, 0, c)
		v.endure(ctx, r.err)
		return
	default:
		v.endure(ctx, r.err)
		if c.tries++; c.tries < mostTries {
			c.taking = true
			v.ready = append(v.ready, c)
			return
		}
		v.close(ctx, c, func(a *Arrival) {
			note(c.mark, Failed, serverMessage)(a)
			a.Again = true
		})
	}
	v.relaxWhenIdle()
	v.changed(v.folder.ID)
}

// close ends the following of a file, with what is to be noted of it; one that has changed
// meanwhile is looked at again.
func (v *vigil) close(ctx context.Context, c *candidate, change func(*Arrival)) {
	if change != nil {
		if err := v.update(ctx, []string{c.path}, map[string]func(*Arrival){c.path: change}); err != nil {
			c.dirty = true // so that it is tried again
		}
	}
	v.drop(c)
	if c.dirty {
		v.nominate(c.path)
	}
}

// take makes of a file what is to be made of it. [errChanged] is of one that is not what it was.
func (v *vigil) take(ctx context.Context, c *candidate) error {
	f, err := openFile(v.root, c.path)
	if err != nil {
		return fileError(err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || markOf(info) != c.mark {
		return errors.Join(err, errChanged)
	}
	content := &readable{from: f}
	received, err := v.library.Receive(ctx, path.Base(c.path), content)
	if content.failed != nil {
		err = errors.Join(fileError(content.failed), err)
	}
	if err == nil && !v.isStill(f, c) {
		err = errChanged
	}
	if err != nil {
		if received != nil {
			received.Discard(ctx)
		}
		return err
	}
	v.deciding.Lock()
	defer v.deciding.Unlock()
	return v.decide(ctx, c, received)
}

// fileError makes of what the system says of a file an error that is not the server's.
func fileError(err error) error {
	if errors.Is(err, errChanged) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return &unreadableError{err}
}

// readable remembers what went wrong with the reading of a file.
type readable struct {
	from   io.Reader
	failed error
}

// Read implements [io.Reader].
func (r *readable) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.failed = err
	}
	return n, err
}

// isStill says whether an open file is what it was when it was found whole, and in its place.
func (v *vigil) isStill(f *os.File, c *candidate) bool {
	opened, err := f.Stat()
	if err != nil || markOf(opened) != c.mark {
		return false
	}
	busy, _, err := writing(f, &v.writers)
	if err != nil || busy {
		return false
	}
	there, err := v.root.Lstat(c.path)
	return err == nil && os.SameFile(opened, there)
}

// decide makes of received bytes a document, a new version of one, or nothing where they are known.
func (v *vigil) decide(ctx context.Context, c *candidate, received Received) error {
	discard := func(err error) error {
		received.Discard(ctx)
		return err
	}
	known, err := v.store.FindArrivals(ctx, v.folder.ID, []string{c.path})
	if err != nil {
		return discard(err)
	}
	a := known[c.path]
	own, err := v.hasDocument(ctx, &a)
	switch {
	case err != nil:
		return discard(err)
	case a.ID == 0:
		return discard(errChanged) // the folder was deleted, or the record of the file
	case own && a.Content == received.Content():
		return discard(v.settleAs(ctx, c, a.DocumentID, a.Content, Taken))
	case own:
		return v.post(ctx, &a, received, func(p Posting) error { return received.Replace(ctx, a.DocumentID, p) })
	}
	isKnown, err := v.known(ctx, c, received.Content(), a.ID)
	if err != nil || isKnown {
		return discard(err)
	}
	return v.post(ctx, &a, received, func(p Posting) error { return received.Post(ctx, p) })
}

// post has do post received bytes with what is said of a file.
func (v *vigil) post(ctx context.Context, a *Arrival, received Received, do func(Posting) error) error {
	p, err := v.postingOf(a)
	if err != nil {
		received.Discard(ctx)
		return err
	}
	return do(p)
}

// hasDocument says whether a file is a document of its own, which is there.
func (v *vigil) hasDocument(ctx context.Context, a *Arrival) (bool, error) {
	if !a.Own() {
		return false, nil
	}
	return v.library.Exists(ctx, a.DocumentID)
}

var ownMessage = sentence.New("arrival-own", "This is a PDF that Lectern itself has made of a document.")

// known notes what a file is whose bytes need no document of their own: made by Lectern itself,
// taken before under another name, or renamed.
func (v *vigil) known(ctx context.Context, c *candidate, content string, id int64) (bool, error) {
	made, err := v.library.Made(ctx, content)
	if err != nil {
		return false, err
	}
	if made {
		return true, v.write(ctx, c, func(a *Arrival) {
			a.Stage, a.Message, a.DocumentID = Ignored, ownMessage.Keep(), ""
		})
	}
	same, err := v.store.ListSame(ctx, v.folder.ID, content)
	if err != nil {
		return false, err
	}
	same = slices.DeleteFunc(same, func(a Arrival) bool { return a.ID == id })
	for i := range same {
		if before := &same[i]; !before.Moved && before.Own() && v.isGone(before.Path) {
			return true, v.rename(ctx, before, c)
		}
	}
	if len(same) == 0 || v.folder.Duplicates == take {
		return false, nil
	}
	return true, v.settleAs(ctx, c, same[0].DocumentID, content, Duplicate)
}

func (v *vigil) isGone(path string) bool {
	_, err := v.root.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// rename has a file be the document that it was under another name, which is no longer: both or
// neither.
func (v *vigil) rename(ctx context.Context, before *Arrival, c *candidate) error {
	there := false
	return v.ringUnless(v.store.UpdateArrivals(ctx, v.folder.ID, []string{c.path, before.Path}, func(a *Arrival) bool {
		if a.Path == c.path {
			there = a.ID != 0
			settleAs(a, before.DocumentID, before.Content, Taken)
			return there
		}
		noteGone(a)
		a.Stage, a.DocumentID, a.Pending = Gone, "", false
		return there && a.ID == before.ID
	}))
}

// settleAs notes that a file is a document that there is.
func settleAs(a *Arrival, document, content string, stage Stage) {
	a.Stage, a.Message, a.DocumentID, a.Content, a.Pending, a.Again = stage, "", document, content, true, false
}

func (v *vigil) settleAs(ctx context.Context, c *candidate, document, content string, stage Stage) error {
	err := v.write(ctx, c, func(a *Arrival) { settleAs(a, document, content, stage) })
	return v.ringUnless(err)
}

// ringUnless has the end of a document that a file is noted as seen at once: that may have ended
// long ago, so that nothing else happens to it. It gives the error.
func (v *vigil) ringUnless(err error) error {
	if err == nil {
		v.store.Stored().Notify()
	}
	return err
}

// write notes what became of a file.
func (v *vigil) write(ctx context.Context, c *candidate, change func(*Arrival)) error {
	return v.store.UpdateArrivals(ctx, v.folder.ID, []string{c.path}, func(a *Arrival) bool {
		change(a)
		return a.ID != 0
	})
}

// postingOf gives what is said of a file that is posted.
func (v *vigil) postingOf(a *Arrival) (p Posting, err error) {
	p = v.folder.posting()
	p.Arrival, p.SourcePath = a.ID, filepath.Join(v.folder.Path, a.Path)
	if p.WebhookURL, err = v.folder.WebhookURL.Open(v.sealer, v.folder.ID); err != nil {
		return p, fault.New(fault.Conflict, "The address of the folder's webhook can no longer be read: enter it again in the folder's settings.")
	}
	return p, nil
}
