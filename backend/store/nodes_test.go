package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"lectern/backend/document"
	"lectern/backend/lab/engines"
	"lectern/backend/store/engine"
	"lectern/backend/store/jobs"
	"lectern/backend/store/postgres"
)

// onPostgres skips a test unless it runs on PostgreSQL. It is for tests of several programs with one library.
func onPostgres(t *testing.T) {
	t.Helper()
	if server == nil {
		t.Skip("it is of PostgreSQL")
	}
}

// nodes opens one library several times, as several servers do.
func nodes(t *testing.T, count int) (all []*DB) {
	t.Helper()
	onPostgres(t)
	address := newAddress(t)
	for range count {
		all = append(all, openTest(t, address))
	}
	return all
}

// awaitSignal waits until signal is closed or receives a value.
func awaitSignal(t *testing.T, what string, signal <-chan struct{}) {
	t.Helper()
	select {
	case <-signal:
	case <-time.After(limit):
		t.Fatalf("in vain: %s", what)
	}
}

// newFallible starts a PostgreSQL server that only this test uses and may stop, and creates a database.
func newFallible(t *testing.T) (own *engines.Postgres, address string) {
	t.Helper()
	onPostgres(t)
	folder, err := os.MkdirTemp("", "lectern-fall-") // accessible for the user of PostgreSQL
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if own, err = engines.NewPostgres(t.Context(), folder, "127.0.0.1"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = own.Stop(true) })
	if address, err = own.CreateDatabase(t.Context(), "fall", ""); err != nil {
		t.Fatal(err)
	}
	return own, address
}

// TestWritesInAnOutage restarts the database during writes. Each write must succeed, or return the error that the
// database is unavailable.
func TestWritesInAnOutage(t *testing.T) {
	own, address := newFallible(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan struct{})
	var writers sync.WaitGroup
	for range 2 {
		db := openTest(t, address)
		for range 12 {
			writers.Go(func() {
				for ctx.Err() == nil {
					doc := testDocument(rand.Text(), time.Now())
					_, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{doc}, Reports: []document.Report{{}}})
					if _, away := errors.AsType[engine.LostError](err); err != nil && !away {
						t.Errorf("a post: %v", err)
						return
					}
					if err == nil {
						select {
						case done <- struct{}{}:
						case <-ctx.Done():
						}
					}
				}
			})
		}
	}
	for i := range 8 {
		for range 200 {
			awaitSignal(t, "a document is posted", done)
		}
		if err := errors.Join(own.Stop(i%2 == 0), own.Start(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	writers.Wait()
}

// A read-only database, such as one whose replica has become the primary, is treated as unavailable.
func TestADatabaseThatIsRead(t *testing.T) {
	own, address := newFallible(t)
	db := openTest(t, address)
	for _, statement := range []string{
		`ALTER DATABASE fall SET default_transaction_read_only = on`,
		`SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'fall'`,
	} {
		if _, err := own.Query(t.Context(), "postgres", statement); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 { // the first calls use connections that were closed
		_, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("a", time.Now())}})
		if _, away := errors.AsType[engine.LostError](err); !away {
			t.Errorf("a post: %v", err)
		}
	}
	if err := db.Ping(t.Context()); !errors.Is(err, postgres.ErrReadOnly) {
		t.Errorf("it answers %v", err)
	}
}

// The job of a node that was declared dead is repeated at once, and another node becomes the leader.
func TestDeadNodeIsReplacedAtOnce(t *testing.T) {
	db := nodes(t, 1)[0]
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument("a",
		time.Now())}}); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`INSERT INTO node (id, name, knows, started_at, seen_at) VALUES ('dead', '', 99, NOW(), NOW() + INTERVAL '1 hour')`,
		`INSERT INTO river_leader (leader_id, elected_at, expires_at) VALUES ('dead', NOW(), NOW() + INTERVAL '1 hour')`,
		`UPDATE river_job SET state = 'running', attempt = 1, attempted_at = NOW(), attempted_by = '{dead}'`,
	} {
		if _, err := db.write.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.DeclareDead(t.Context(), "dead"); err != nil {
		t.Fatal(err)
	}
	done, leads := make(chan string, 1), make(chan string, 1)
	go db.Lead(t.Context(), func(ctx context.Context) { leads <- ""; <-ctx.Done() })
	jobs := workTest(t, db, 1, time.Hour, func(id string) { done <- id })
	for name, came := range map[string]chan string{"job": done, "lead": leads} {
		select {
		case <-came:
		case <-time.After(limit):
			t.Errorf("nobody takes over the %s", name)
		}
	}
	if err := jobs.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

// The job of a live node is left alone, even when another node starts.
func TestJobsOfALiveNodeAreNotTakenOver(t *testing.T) {
	all := nodes(t, 2)
	begun, end := make(chan string, 2), make(chan struct{})
	if _, err := all[0].Documents.CreateDocuments(t.Context(),
		document.Post{Documents: []document.Document{testDocument("a", time.Now())}}); err != nil {
		t.Fatal(err)
	}
	first := workTest(t, all[0], 1, time.Hour, func(id string) { begun <- id; <-end })
	<-begun
	second := workTest(t, all[1], 1, time.Hour, func(id string) { begun <- id })
	if err := all[1].engine.(*postgres.Database).Heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := second.Rescue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := second.Rescue(t.Context()); err != nil {
		t.Fatal(err)
	}
	close(end)
	for _, jobs := range []*jobs.Workers{first, second} {
		if err := jobs.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if len(begun) > 0 {
		t.Error("it was done twice")
	}
}

// Only one node leads at a time. When it stops, another one leads.
func TestOneNodeLeads(t *testing.T) {
	all := nodes(t, 2)
	leads := make(chan int, 9)
	for i, db := range all {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go db.Lead(ctx, func(ctx context.Context) { leads <- i; <-ctx.Done(); leads <- -1 })
	}
	jobs := map[int]*jobs.Workers{}
	for i, db := range all {
		jobs[i] = workTest(t, db, 1, time.Hour, func(string) {})
	}
	first := <-leads
	if err := jobs[first].Stop(t.Context()); err != nil {
		t.Error(err)
	}
	for _, want := range []int{-1, 1 - first} {
		select {
		case got := <-leads:
			if got != want {
				t.Errorf("%d leads, not %d", got, want)
			}
		case <-time.After(limit):
			t.Fatalf("nobody leads, not %d", want)
		}
	}
	if err := jobs[1-first].Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

// If the content is in a server's own folder, only one server at a time can use the library.
func TestOneServerClaimsALibrary(t *testing.T) {
	all := nodes(t, 2)
	if err := all[0].Claim(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := all[1].Claim(t.Context()); err == nil {
		t.Error("a second node could claim the library, too")
	}
	if err := all[0].Close(); err != nil {
		t.Fatal(err)
	}
	if err := all[1].Claim(t.Context()); err != nil {
		t.Errorf("after the first: %v", err)
	}
}

// A node whose jobs are paused leaves all jobs to the other nodes. It runs jobs again after the pause.
func TestAPausedNodeRunsNoJobs(t *testing.T) {
	all := nodes(t, 2)
	all[0].PauseJobs(true)
	did := make(chan int, 100)
	for i, db := range all {
		jobs := workTest(t, db, 10, time.Hour, func(string) { did <- i })
		t.Cleanup(func() { _ = jobs.Stop(context.Background()) })
	}
	const count = 20
	post := func(batch string) {
		for i := range count {
			if _, err := all[0].Documents.CreateDocuments(t.Context(),
				document.Post{Documents: []document.Document{testDocument(fmt.Sprint(batch, i), time.Now())}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	by := func() (by [2]int) {
		for range count {
			select {
			case i := <-did:
				by[i]++
			case <-time.After(limit):
				t.Fatalf("jobs are not done; others were by %v", by)
			}
		}
		return by
	}
	post("a")
	if by := by(); by != [2]int{0, count} {
		t.Errorf("while the first rests, nodes did %v jobs", by)
	}
	all[0].PauseJobs(false)
	all[1].PauseJobs(true)
	post("b")
	if by := by(); by != [2]int{count, 0} {
		t.Errorf("while the second rests, nodes did %v jobs", by)
	}
}

// A writer that stops within a transaction, for example because its machine is paused, does not block others forever:
// they get the error that the database is unavailable, until the database aborts the transaction.
func TestAWriterThatHasStopped(t *testing.T) {
	t.Parallel()
	db := nodes(t, 1)[0]
	p := db.engine.(*postgres.Database)
	conn, err := pgx.ConnectConfig(t.Context(), p.Config)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), fmt.Sprintf(`BEGIN; SELECT pg_advisory_xact_lock(%d)`, postgres.WritingLock)); err != nil {
		t.Fatal(err)
	}
	post := func(id string) error {
		_, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument(id, time.Now())},
			Reports: []document.Report{{}}})
		return err
	}
	if _, away := errors.AsType[engine.LostError](post("a")); !away {
		t.Error("a post waits for it, or fails")
	}
	if err := post("b"); err != nil {
		t.Errorf("when the database has ended it: %v", err)
	}
}

// A writer that waits for a connection, because other writers of the same program have all of them, does not get the
// error that another client has blocked the database: it has not begun to wait for the write lock.
//
// SECURITY.md, promise 25 (concurrent writers)
func TestWritersWaitForAConnection(t *testing.T) {
	t.Parallel()
	db := nodes(t, 1)[0]
	post := func(id string) error {
		_, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument(id, time.Now())},
			Reports: []document.Report{{}}})
		return err
	}
	if err := post("a"); err != nil {
		t.Fatal(err)
	}
	isHolding, release := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		// The database may end this transaction before it is released, which does not matter here.
		_, _ = db.Documents.UpdateDocument(t.Context(), "a", update(func(*document.Document) {
			close(isHolding)
			<-release
		}))
	})
	<-isHolding
	results := make(chan error, 2)
	for _, id := range []string{"b", "c"} { // one of them gets the last connection, and waits for the lock
		all.Go(func() { results <- post(id) })
	}
	if _, away := errors.AsType[engine.LostError](<-results); !away {
		t.Error("the writer with a connection waits for the lock, or fails")
	}
	close(release)
	if err := <-results; err != nil {
		t.Errorf("the writer without a connection: %v", err)
	}
	all.Wait()
}
