package store

import (
	"context"
	"fmt"
	"lectern/backend/document"
	"testing"
	"time"
)

// TestEachJobIsWorkedOnce inserts jobs while the clients of the queue come and go.
func TestEachJobIsWorkedOnce(t *testing.T) {
	db := newTest(t)
	db.queue.Rest = time.Millisecond
	const many = 100
	worked := make(chan string, 2*many)
	jobs := workTest(t, db, 4, time.Hour, func(id string) { worked <- id })
	seen := make(map[string]bool)
	for i := range many {
		id := fmt.Sprint("document ", i)
		if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument(id, time.Now())}}); err != nil {
			t.Fatal(err)
		}
		if i%10 == 0 { // else the next one is inserted at any moment
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
