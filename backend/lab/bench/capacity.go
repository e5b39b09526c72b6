package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"lectern/backend/lab/trial"
)

// cost is the mean cost of a document, measured over many documents.
type cost struct {
	documents int
	converter float64 // CPU seconds of the node and its converters
	database  float64 // CPU seconds of PostgreSQL
	lockTime  float64 // seconds for which a document occupies the write lock of the database
	objects   float64 // bytes in the content store
	rows      float64 // bytes in the database
	puts      float64 // requests to the content store that write
	gets      float64 // other requests to the content store
}

// capacityRounds is the number of times that each file is posted, each time with different bytes.
const capacityRounds = 4

// capacity measures the cost of documents and prints the capacity page.
func (b *bench) capacity(ctx context.Context, model assumptions, office, pdfs []string) error {
	var files []string
	for _, file := range slices.Concat(office, pdfs) {
		if slices.Contains([]string{".docx", ".pptx", ".xlsx", ".rtf", ".pdf"}, filepath.Ext(file)) {
			files = append(files, file)
		}
	}
	s, err := b.openShared(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	c, err := s.measureCost(ctx, files)
	if err != nil {
		return err
	}
	fmt.Print(model.page(c))
	return nil
}

// measureCost converts files on one node and returns the mean cost of a document.
func (s *shared) measureCost(ctx context.Context, files []string) (c cost, err error) {
	env, err := s.library(ctx, "capacity")
	if err != nil {
		return c, err
	}
	requests, err := s.countRequests(env)
	if err != nil {
		return c, err
	}
	defer requests.server.Close()
	nodes, err := s.nodes(ctx, "capacity", env, 1)
	if err != nil {
		return c, err
	}
	defer stopAll(nodes)
	// the conversion of the first document takes longer, because it starts the converters
	if _, _, _, err := nodes[0].post(ctx, s.bench.letter()); err != nil {
		return c, err
	}
	before, err := s.consumption(ctx, nodes[0])
	if err != nil {
		return c, err
	}
	requests.puts.Store(0)
	requests.gets.Store(0)
	for round := range capacityRounds {
		n, err := postDistinct(ctx, nodes[0], files, round)
		if err != nil {
			return c, err
		}
		c.documents += n
	}
	after, err := s.consumption(ctx, nodes[0])
	if err != nil {
		return c, err
	}
	n := float64(c.documents)
	c.converter, c.database = (after.node-before.node)/n, (after.postgres-before.postgres)/n
	c.objects, c.rows = (after.objects-before.objects)/n, (after.rows-before.rows)/n
	c.puts, c.gets = float64(requests.puts.Load())/n, float64(requests.gets.Load())/n
	c.lockTime, err = s.measureLockTime(ctx, nodes[0], files)
	return c, err
}

// measureLockTime returns how many seconds a document occupies the write lock of the database. It posts one document
// after the other, because concurrent conversions would prolong the time for which the lock is held.
func (s *shared) measureLockTime(ctx context.Context, node *server, files []string) (seconds float64, err error) {
	written := s.sampleWriteLock(ctx)
	for i := range files {
		if _, err := postDistinct(ctx, node, files[i:i+1], capacityRounds+i); err != nil {
			return 0, err
		}
	}
	seconds, err = written()
	return seconds / float64(len(files)), err
}

// postDistinct posts files with unique bytes and waits until they are converted. It returns the number of documents.
func postDistinct(ctx context.Context, node *server, files []string, round int) (int, error) {
	var ids []string
	for i, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		doc, err := node.Post(ctx, fmt.Sprintf("%d-%d%s", round, i, filepath.Ext(file)), trial.Distinct(content, fmt.Sprint(round, i)))
		if err != nil {
			return 0, err
		}
		ids = append(ids, doc.ID)
	}
	for _, id := range ids {
		if _, err := node.Wait(ctx, id, "ready"); err != nil {
			return 0, err
		}
	}
	return len(ids), nil
}

// consumption is what was used since the start: CPU seconds of the node and of PostgreSQL, bytes in the content store
// and bytes in the database.
type consumption struct{ node, postgres, objects, rows float64 }

func (s *shared) consumption(ctx context.Context, node *server) (u consumption, err error) {
	u.node, u.postgres = processorTime(node.PID()), processorTime(s.postgres.PID())
	lines, err := s.postgres.Query(ctx, "capacity", `SELECT pg_database_size('capacity')`)
	if err != nil {
		return u, err
	}
	if u.rows, err = strconv.ParseFloat(lines[0], 64); err != nil {
		return u, err
	}
	err = filepath.WalkDir(s.s3.Folder("capacity"), func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // the file has been removed in the meantime
		}
		if err == nil {
			u.objects += float64(info.Size())
		}
		return err
	})
	return u, err
}

// ticksPerSecond is the number of clock ticks per second in /proc, see proc(5). It is the same on every Linux.
const ticksPerSecond = 100

// processorTime returns the CPU seconds of a process and its descendants, including descendants that have ended.
func processorTime(pid int) (seconds float64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	for _, field := range fields[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.ParseFloat(field, 64) // always a number
		seconds += n / ticksPerSecond
	}
	for _, child := range trial.Children(pid) {
		seconds += processorTime(child)
	}
	return seconds
}

// writeLockKey is the key, as in pg_locks, of the advisory lock that each transaction needs to write to a library on
// PostgreSQL.
const writeLockKey = 0x4c656375

// sampleWriteLock samples the write lock of the database until the returned function is called. That function returns
// for how many seconds the lock was held.
func (s *shared) sampleWriteLock(ctx context.Context) (stop func() (float64, error)) {
	type watched struct {
		lines []string
		err   error
	}
	done := make(chan watched, 1)
	begin := time.Now()
	go func() {
		lines, err := s.postgres.Query(ctx, "postgres", fmt.Sprintf(`CREATE TABLE ended (); CREATE TABLE share (share FLOAT);
			DO $$ DECLARE seen INT := 0; held INT := 0; BEGIN
				WHILE NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = 'enough') LOOP
					seen := seen + 1;
					held := held + (SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = %d)::INT;
					PERFORM pg_sleep(0.002);
					PERFORM pg_stat_clear_snapshot();
				END LOOP;
				INSERT INTO share VALUES (held::FLOAT / seen);
			END $$; SELECT share FROM share`, writeLockKey))
		done <- watched{lines, err}
	}()
	return func() (float64, error) {
		took := time.Since(begin).Seconds()
		if _, err := s.postgres.Query(ctx, "postgres", `SET application_name = 'enough'; SELECT pg_sleep(0.5)`); err != nil {
			return 0, err
		}
		w := <-done
		if w.err != nil {
			return 0, w.err
		}
		share, err := strconv.ParseFloat(w.lines[len(w.lines)-1], 64)
		return share * took, err
	}
}

// requests counts the requests to the content store.
type requests struct {
	server     *http.Server
	puts, gets atomic.Int64
}

// countRequests starts a proxy in front of the content store that counts requests. It changes env, the environment of
// the nodes, so that they use the proxy.
func (s *shared) countRequests(env []string) (*requests, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	store, err := url.Parse(s.s3.Endpoint())
	if err != nil {
		return nil, err
	}
	counted := new(requests)
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(store)
		r.Out.Host = r.In.Host // because the signature of a request includes the host
	}}
	counted.server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			counted.gets.Add(1)
		} else {
			counted.puts.Add(1)
		}
		proxy.ServeHTTP(w, r)
	})}
	go func() { _ = counted.server.Serve(listener) }() // returns when the server is closed
	blobs := &env[len(env)-1]
	*blobs = strings.Replace(*blobs, url.QueryEscape(s.s3.Endpoint()), url.QueryEscape("http://"+listener.Addr().String()), 1)
	return counted, nil
}
