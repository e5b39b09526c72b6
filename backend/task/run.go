package task

import (
	"context"
	"fmt"
	"time"

	"lectern/backend/convert/template"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// run is an attempt to run a task.
type run struct {
	service *Service
	t       Task             // includes the changes of this attempt
	params  []byte           // JSON
	row     wire.TemplateRow // the current row; the zero value for the task as a whole
	// fetchCache caches the files that parameters refer to by URL. If it is nil, these files are not cached.
	fetchCache *template.FetchCache
	held       []string // keys of content that no record uses yet
	notes      []Entry  // log entries that the next save stores
	// reserved is the amount of memory reserved for the parameters, in bytes.
	reserved int64
	linkTo   string // the record that results are linked to; set after the results are made
}

// run runs all steps of a task. It reuses the results of earlier attempts.
func (s *Service) run(ctx context.Context, t *Task) error {
	r := &run{service: s, t: *t}
	defer r.release(ctx)
	defer r.releaseParams()
	for _, step := range []func(context.Context) error{r.begin, r.fetch, r.render, r.closeParams, r.addAllToLibrary, r.deliver, r.complete} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// note adds a log entry. The next save stores it.
func (r *run) note(message sentence.Sentence) {
	r.notes = append(r.notes, Entry{At: time.Now().UTC(), Message: message.Encode()})
}

// save applies change to the task and stores it. It returns errCancelled if another goroutine or node has ended the
// task.
func (r *run) save(ctx context.Context, change func(*Task)) error {
	saved, err := r.service.update(ctx, r.t.ID, func(t *Task) error {
		if t.State.Ended() {
			return errCancelled
		}
		t.Log = append(t.Log, r.notes...)
		change(t)
		return nil
	})
	if err != nil {
		return err
	}
	if r.t.Integration != nil {
		saved.Integration = r.t.Integration // the stored record does not contain the session
	}
	r.t, r.notes = saved, nil
	r.release(ctx)
	return nil
}

// release releases the keys in r.held. Content that no record uses is then removed.
func (r *run) release(ctx context.Context) {
	for _, key := range r.held {
		r.service.content.Release(ctx, key)
	}
	r.held = nil
}

// begin sets the state to running and decrypts the posted parameters.
func (r *run) begin(ctx context.Context) error {
	if err := r.save(ctx, func(t *Task) {
		now := time.Now().UTC()
		if t.State == Running {
			t.addEntry(now, sentence.New("task-resumed", "The task continues after an interruption."))
			return
		}
		t.State, t.StartedAt = Running, now
		t.addEntry(now, sentence.New("task-begun", "The task has started."))
	}); err != nil {
		return err
	}
	if in := r.t.Integration; in != nil && in.HasSession {
		session, kept := r.service.sessions.find(r.t.ID)
		if !kept {
			return failure("session-lost", sentence.New("task-session-lost", "The server was restarted before the task ended, "+
				"and sessions of a platform are not kept over a restart. Post the task again."))
		}
		in.SessionID = session
	}
	return r.openParams(ctx)
}

// fetch gets the template from the library or the platform unless it was posted.
func (r *run) fetch(ctx context.Context) error {
	if r.t.Template != "" {
		return nil
	}
	if r.t.Integration == nil {
		found, err := r.service.templates.FindVersion(ctx, r.t.Identifier, r.t.Version)
		if err != nil {
			return templateNotFound(err, &r.t)
		}
		return r.saveTemplate(ctx, found)
	}
	name, body, err := r.service.platforms.Template(ctx, *r.t.Integration, r.t.Identifier)
	if err != nil {
		return fmt.Errorf("fetch template: %w", err)
	}
	defer body.Close()
	key, _, err := r.service.content.Add(ctx, body, r.service.Limits().Template)
	if err != nil {
		return fmt.Errorf("fetch template: %w", err)
	}
	r.held = append(r.held, key)
	return r.saveTemplate(ctx, FoundTemplate{Content: key, Name: r.service.cleanName(name)})
}

func (r *run) saveTemplate(ctx context.Context, found FoundTemplate) error {
	r.note(sentence.New("task-fetched", "The template {name} was found.").With("name", found.Name))
	return r.save(ctx, func(t *Task) {
		t.TemplateID, t.Version, t.Template, t.TemplateName = found.TemplateID, found.Version, found.Content, found.Name
	})
}

// addAllToLibrary adds the results to the library if that is requested.
func (r *run) addAllToLibrary(ctx context.Context) error {
	if !r.t.View {
		return nil
	}
	results := append([]Result(nil), r.t.Results...)
	for i := range results {
		if results[i].DocumentID != "" {
			continue
		}
		if err := r.addToLibrary(ctx, &results[i]); err != nil {
			return err
		}
	}
	r.note(sentence.New("task-viewed", "The documents are in the library."))
	return r.saveResults(ctx, results)
}

func (r *run) addToLibrary(ctx context.Context, result *Result) error {
	file, err := r.service.content.Open(ctx, result.Content)
	if err != nil {
		return err
	}
	defer file.Close()
	result.DocumentID, result.SessionID, err = r.service.library.Add(ctx, r.t.ID+"/"+result.ID, r.t.Maker, result.Name, file)
	return err
}

// deliver stores the results on the platform one by one.
func (r *run) deliver(ctx context.Context) error {
	in := r.t.Integration
	if in == nil {
		return nil
	}
	for i := range r.t.Results {
		if r.t.Results[i].PlatformID != "" {
			continue
		}
		id, err := r.storeOnPlatform(ctx, *in, r.linkTo, &r.t.Results[i])
		if err != nil {
			return fmt.Errorf("store on platform: %w", err)
		}
		results := append([]Result(nil), r.t.Results...)
		results[i].PlatformID = id
		r.note(sentence.New("task-delivered", "{name} was stored on the platform.").With("name", results[i].Name))
		if err := r.saveResults(ctx, results); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) storeOnPlatform(ctx context.Context, in Integration, record string, result *Result) (string, error) {
	file, err := r.service.content.Open(ctx, result.Content)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return r.service.platforms.Store(ctx, in, record, result.Name, file)
}

// complete sets the state to completed.
func (r *run) complete(ctx context.Context) error {
	if rows := r.t.Rows; rows != nil && rows.Failed > 0 {
		r.note(sentence.New("task-rows-failed", "{failed} of {count} rows failed.").With("failed", rows.Failed).With("count", rows.Count))
	}
	err := r.save(ctx, func(t *Task) {
		t.finish(Completed, time.Now().UTC(), sentence.New("task-completed", "The task is completed."))
	})
	if err == nil {
		r.service.sessions.drop(r.t.ID)
	}
	return err
}
