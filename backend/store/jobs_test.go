package store

import (
	"context"
	"errors"
	"fmt"
	"lectern/backend/document"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
)

// TestEachJobRunsOnce inserts jobs while clients of the queue start and stop.
func TestEachJobRunsOnce(t *testing.T) {
	db := newTest(t)
	db.queue.StopAfter = time.Millisecond
	const many = 100
	worked := make(chan string, 2*many)
	jobs := workTest(t, db, 4, time.Hour, func(id string) { worked <- id })
	seen := make(map[string]bool)
	for i := range many {
		id := fmt.Sprint("document ", i)
		if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument(id,
			time.Now())}}); err != nil {
			t.Fatal(err)
		}
		if i%10 == 0 { // otherwise the next job is inserted at once
			seen[<-worked] = true
		}
	}
	for len(seen) < many {
		id := <-worked
		if seen[id] {
			t.Errorf("%s was worked twice", id)
		}
		seen[id] = true
	}
	if err := jobs.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	if len(worked) > 0 {
		t.Errorf("%s was worked twice", <-worked)
	}
}

// TestAQueueIsStartedBeforeAPost starts the job queue while the body of a post is still being received.
func TestAQueueIsStartedBeforeAPost(t *testing.T) {
	db := newTest(t)
	if db.Shared() {
		t.Skip("it is of SQLite")
	}
	for i, check := range []func(context.Context, int) error{db.Documents.CheckQueue, db.Tasks.CheckTasks} {
		if err := check(t.Context(), 1); err != nil || len(db.queue.Wakes) != i+1 {
			t.Errorf("%v; it was woken %d times", err, len(db.queue.Wakes))
		}
	}
}

// TestJobsOutliveTheirProcess leaves a job unfinished, as a kill does. The next process that opens the database must
// run it again.
//
// SECURITY.md, promise 22 (killed server)
func TestJobsOutliveTheirProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lectern.db")
	db := openTest(t, path)
	begun := make(chan string, 1)
	var hang sync.WaitGroup
	hang.Add(1)
	jobs := workTest(t, db, 1, time.Hour, func(id string) { begun <- id; hang.Wait() })
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("a",
		time.Now())}}); err != nil {
		t.Fatal(err)
	}
	<-begun

	second := openTest(t, path)
	again := make(chan string, 1)
	secondJobs := workTest(t, second, 1, time.Hour, func(id string) { again <- id })
	if id := <-again; id != "a" {
		t.Errorf("job of document %q", id)
	}
	hang.Done()
	if err := errors.Join(jobs.Stop(t.Context()), secondJobs.Stop(t.Context())); err != nil {
		t.Error(err)
	}
}

// TestJobsWithoutStoredEndRunAgain checks that a job whose end could not be stored, as on a full disk, is run again.
//
// SECURITY.md, promise 24 (full disk)
func TestJobsWithoutStoredEndRunAgain(t *testing.T) {
	db := newTest(t)
	begun := make(chan string, 1)
	// With this interval, River has recorded the end of every job before the second check for lost jobs.
	jobs := workTest(t, db, 1, 250*time.Millisecond, func(id string) { begun <- id })
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("lost",
		time.Now())}}); err != nil {
		t.Fatal(err)
	}
	<-begun
	undoCompletion(t, db, "lost")
	<-begun
	if err := jobs.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestRunningJobsAreNotConsideredLost checks for lost jobs while one job runs and another one is fetched but not
// started. The running job is never considered lost. The fetched job is considered lost if two checks have found that
// it was not started.
func TestRunningJobsAreNotConsideredLost(t *testing.T) {
	db := newTest(t)
	begun, end := make(chan string, 9), make(chan struct{})
	jobs := workTest(t, db, 1, time.Hour, func(id string) { begun <- id; <-end })
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("a", time.Now()),
		testDocument("b", time.Now())}}); err != nil {
		t.Fatal(err)
	}
	runs := <-begun
	// the state after this program has fetched the job and before it starts it
	if _, err := db.write.ExecContext(t.Context(),
		`UPDATE river_job SET state = 'running', attempted_by = (SELECT attempted_by FROM river_job WHERE state = 'running')
		WHERE args ->> 'id' != ?`, runs); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"running", "running", "available"} {
		for id, want := range map[string]string{runs: "running", other(runs): want} {
			var state string
			if err := db.read.QueryRowContext(t.Context(), `SELECT state FROM river_job WHERE args ->> 'id' = ?`, id).Scan(&state); err != nil ||
				state != want {
				t.Errorf("the job is %s, not %s; %v", state, want, err)
			}
		}
		if err := jobs.Rescue(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	close(end)
	if err := jobs.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

// A job whose end could not be stored during an outage is repeated as soon as the database is available again, before
// the next regular check for lost jobs. A job that was running has been cancelled before it is repeated.
func TestJobsLostInAnOutageAreDoneAgain(t *testing.T) {
	own, address := newFallible(t)
	db := openTest(t, address)
	done, begun, ended := make(chan struct{}, 9), make(chan struct{}, 9), make(chan struct{}, 9)
	workers := river.NewWorkers()
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[document.ConvertJob]) error {
		if job.Args.ID == "long" {
			begun <- struct{}{}
			<-ctx.Done()
			ended <- struct{}{}
			return ctx.Err()
		}
		done <- struct{}{}
		return nil
	}))
	jobs, err := db.Work(t.Context(), workers, map[string]river.QueueConfig{document.OfficeQueue: {MaxWorkers: 2}}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"short", "long"} {
		if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument(id,
			time.Now())}}); err != nil {
			t.Fatal(err)
		}
	}
	awaitSignal(t, "the job is done", done)
	awaitSignal(t, "the long one is begun", begun)
	undoCompletion(t, db, "short")
	if err := own.Stop(true); err != nil {
		t.Fatal(err)
	}
	awaitSignal(t, "what runs is ended", ended)
	if err := own.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	awaitSignal(t, "the job is done again", done)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := jobs.Stop(ctx); err != nil {
		t.Error(err)
	}
}

// Another node repeats the job of a node that has died.
func TestJobsOfADeadNodeAreTakenOver(t *testing.T) {
	db := nodes(t, 1)[0]
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("a",
		time.Now())}}); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`INSERT INTO node (id, name, knows, started_at, seen_at) VALUES ('dead', '', 99, NOW(), NOW() - INTERVAL '16 seconds'), ('alive', '', ` +
			`99, NOW(), NOW())`,
		`UPDATE river_job SET state = 'running', attempt = 1, attempted_at = NOW(), attempted_by = '{dead}'`,
	} {
		if _, err := db.write.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan string, 1)
	jobs := workTest(t, db, 1, time.Hour, func(id string) { done <- id })
	select {
	case <-done:
	case <-time.After(limit):
		t.Error("nobody does it")
	}
	var left int
	if err := db.read.QueryRow(`SELECT COUNT(*) FROM node WHERE id = 'dead' OR id = 'alive'`).Scan(&left); err != nil || left != 1 {
		t.Errorf("%d of the nodes are left, %v", left, err)
	}
	if err := jobs.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}
