package library_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// ledger records what the server has acknowledged. It is kept across all kills.
type ledger struct {
	t      *testing.T
	data   string
	backup string // the last complete backup; empty if none

	mu       sync.Mutex
	sums     map[string]string // SHA-256 of originals by document ID
	deleting map[string]bool   // documents whose deletion was requested
	restored bool              // a restore was requested, so the library may be older
	refused  map[string]int    // number of refused starts by kind of damage
}

// TestStressKillsOfTheServer kills the server at random moments of uploads, deletions, backups and restores, and
// damages its database in one of six ways before every fourth start. No original may ever be lost, and each error
// message must describe what to do.
//
// SECURITY.md, promise 22 (killed server), promise 55 (no lost content)
func TestStressKillsOfTheServer(t *testing.T) {
	lecterntest.RequireSQLite(t)
	l := &ledger{t: t, data: t.TempDir(), sums: map[string]string{}, deleting: map[string]bool{}, refused: map[string]int{}}
	older, n := t.TempDir(), lecterntest.Rounds(8, 40)
	random := rand.New(rand.NewPCG(55, 9))
	for round := range n {
		if round%4 == 3 {
			l.startDamaged(databaseDamages[(round/4+2)%len(databaseDamages)], older, round/4)
		}
		s := lecterntest.StartIn(t, l.data, nil)
		l.checkServed(s)
		l.work(s, time.Duration(50+random.IntN(600))*time.Millisecond, round%4 == 0) // kill at a random moment
		lecterntest.AwaitConvertersGone(t, l.data)
		if round%4 == 1 {
			removeDatabase(t, older)
			copyDatabase(t, l.data, older)
		}
		l.checkDisk()
	}
	s := lecterntest.StartIn(t, l.data, nil)
	l.checkServed(s)
	t.Logf("%d kills; of %d originals %d were to be deleted, none of the others is lost; refused starts: %v", n, len(l.sums),
		len(l.deleting), l.refused)
}

// startDamaged damages the database and checks that the error message of the next start describes what to do. If turn
// is odd, it then runs start-anew and starts the server again. At the end it puts the right database back.
func (l *ledger) startDamaged(d databaseDamage, older string, turn int) {
	l.t.Helper()
	right := l.t.TempDir()
	copyDatabase(l.t, l.data, right)
	d.do(l.t, l.data, older)
	if refusal := l.tryServe(); refusal != "" {
		l.refused[d.name]++
		for _, want := range []string{d.want, "lectern restore", "lectern start-anew --data " + l.data, "Nothing was changed."} {
			if !strings.Contains(refusal, want) {
				l.t.Errorf("%s: it lacks %q: %s", d.name, want, refusal)
			}
		}
		l.checkDisk()
	} else if d.want != "" {
		l.t.Errorf("%s: it started", d.name)
	}
	if turn%2 == 1 {
		lecterntest.RunWithEnv(l.t, nil, 0, "start-anew", "--data", l.data)
		if refusal := l.tryServe(); refusal != "" {
			l.t.Errorf("%s, started anew: %s", d.name, refusal)
		}
		l.checkDisk()
	}
	removeDatabase(l.t, l.data)
	copyDatabase(l.t, right, l.data)
	lecterntest.RunWithEnv(l.t, nil, 0, "start-anew", "--data", l.data)
}

// tryServe starts a server and kills it when it listens. If the server does not start, tryServe returns the error
// message.
func (l *ledger) tryServe() (refusal string) {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), lecterntest.WaitTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, lecterntest.Program(l.t, "lectern"), "serve", "--data", l.data, "--addr", "127.0.0.1:0")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		l.t.Fatal(err)
	}
	_, refused := out.Read(make([]byte, 1))
	if refused == nil {
		_ = cmd.Process.Kill()
	}
	_ = cmd.Wait()
	lecterntest.AwaitConvertersGone(l.t, l.data)
	if refused == nil {
		return ""
	}
	return said.String()
}

// work uploads, deletes, backs up and restores for a time, then kills the server and all running commands.
func (l *ledger) work(s *lecterntest.Server, d time.Duration, restores bool) {
	l.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var workers sync.WaitGroup
	for range 3 {
		workers.Go(func() { l.upload(ctx, s) })
	}
	workers.Go(func() { l.delete(ctx, s) })
	archive := filepath.Join(l.t.TempDir(), "backup.tar")
	taken := false
	workers.Go(func() {
		taken = l.command(ctx, "backup", "--data", l.data, archive) == nil
		if taken {
			_ = l.command(ctx, "restore", "--data", filepath.Join(filepath.Dir(archive), "restored"), archive)
		}
	})
	if restores && l.backup != "" {
		l.restored = true
		local := *s
		local.UseLocalKey()
		workers.Go(func() {
			_, _ = l.send(ctx, &local, http.MethodPost, "/restore", "application/json", []byte(lecterntest.PathJSON(l.backup)))
		})
	}
	<-time.After(d)
	s.Kill()
	cancel() // kills the commands
	workers.Wait()
	if taken {
		l.backup = archive
	}
}

// command runs a command of lectern and kills it when ctx ends.
func (l *ledger) command(ctx context.Context, args ...string) error {
	return exec.CommandContext(ctx, lecterntest.Program(l.t, "lectern"), args...).Run()
}

func (l *ledger) upload(ctx context.Context, s *lecterntest.Server) {
	for ctx.Err() == nil {
		text := lecterntest.UniqueSample(l.t, "sample.pdf")
		answer, err := l.send(ctx, s, http.MethodPost, "/document/upload?filename=a.pdf", "application/pdf", text)
		var doc lecterntest.Document
		if err != nil || json.Unmarshal(answer, &doc) != nil || doc.ID == "" {
			continue // the upload was not acknowledged
		}
		sum := sha256.Sum256(text)
		l.mu.Lock()
		l.sums[doc.ID] = hex.EncodeToString(sum[:])
		l.mu.Unlock()
	}
}

// delete deletes one in five of the documents.
func (l *ledger) delete(ctx context.Context, s *lecterntest.Server) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if id := l.nextToDelete(); id != "" {
			_, _ = l.send(ctx, s, http.MethodDelete, "/document/"+id, "", nil)
		}
	}
}

func (l *ledger) nextToDelete() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.deleting)*5 >= len(l.sums) {
		return ""
	}
	for id := range l.sums {
		if !l.deleting[id] {
			l.deleting[id] = true
			return id
		}
	}
	return ""
}

// send makes a request, which fails if the server is killed meanwhile.
func (l *ledger) send(ctx context.Context, s *lecterntest.Server, method, path, kind string, payload []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, s.APIBase+path, bytes.NewReader(payload))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", s.Key)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return io.ReadAll(answer.Body)
}

// checkServed fails the test unless the server returns the originals of all documents whose deletion was not requested.
// After a restore the library may lack newer documents, whose files must still be on the disk.
func (l *ledger) checkServed(s *lecterntest.Server) {
	l.t.Helper()
	for id, want := range l.sums {
		if l.deleting[id] {
			continue
		}
		status, text := s.Call(http.MethodGet, "/document/"+id+"/original", nil, nil)
		if status == http.StatusNotFound && l.restored {
			continue
		}
		if sum := sha256.Sum256(text); status != http.StatusOK || hex.EncodeToString(sum[:]) != want {
			l.t.Errorf("the original of %s has status %d %.200s", id, status, text)
		}
	}
}

// checkDisk fails the test unless the data folder contains all originals of documents whose deletion was not requested.
func (l *ledger) checkDisk() {
	l.t.Helper()
	there := map[string]bool{}
	err := filepath.WalkDir(l.data, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name := filepath.Base(filepath.Dir(path)) + entry.Name()
		if len(name) != 2*sha256.Size {
			return nil
		}
		text, err := os.ReadFile(path)
		sum := sha256.Sum256(text)
		there[name] = there[name] || hex.EncodeToString(sum[:]) == name
		return err
	})
	if err != nil {
		l.t.Fatal(err)
	}
	for id, sum := range l.sums {
		if !l.deleting[id] && !there[sum] {
			l.t.Errorf("the original of %s is lost: %s", id, sum)
		}
	}
}
