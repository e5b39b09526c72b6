package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"lectern/backend/lab/screen"
)

// run is one execution of the program.
type run struct {
	config
	folder string
	begin  time.Time
	screen *screen.Screen

	cluster  *cluster
	clients  *clients
	receiver *receiver
	stream   *stream
	ids      []string // document ids in the order of the requests

	mu       sync.Mutex // guards the fields below and the screen
	kills    int
	problems []string // unexpected errors of programs
}

// printStep prints the current step.
func (r *run) printStep(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := time.Since(r.begin).Round(time.Second)
	r.screen.Printf("  %d:%02d  %s\n", int(at.Minutes()), int(at.Seconds())%60, fmt.Sprintf(format, args...))
}

// problem records an unexpected error.
func (r *run) problem(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// execute posts documents while it kills nodes and interrupts the database and the content store. Then it checks the
// result.
func (r *run) execute(ctx context.Context) (passed bool, err error) {
	r.screen.Printf("%d documents for %d nodes on PostgreSQL and S3: a node is killed every %s, PostgreSQL is restarted twice,\nS3 is "+
		"away for %s\n\n",
		r.documents, r.nodes, r.killEvery, r.outage)
	r.receiver, err = newReceiver("127.0.0.1:0")
	if err != nil {
		return false, err
	}
	defer r.receiver.close()
	if r.cluster, err = openCluster(ctx, r); err != nil {
		return false, err
	}
	r.clients = newClients(r)
	r.stream = newStream(r)
	r.printStep("all nodes serve")
	var found findings
	err = r.awaitAllReady(ctx)
	if err == nil {
		err = r.checkAll(ctx, &found)
	}
	left, closed := r.cluster.close(err == nil)
	if err = errors.Join(err, closed); err != nil {
		return false, err
	}
	found.add("nothing is left behind: no process, no temporary file", left)
	return r.printResult(found), nil
}

// awaitAllReady waits until all documents are ready, during the disturbances. When it returns, all programs are
// running.
func (r *run) awaitAllReady(ctx context.Context) error {
	following, unfollow := context.WithCancel(ctx)
	var follower sync.WaitGroup
	follower.Go(func() { r.stream.follow(following) })
	defer follower.Wait()
	defer unfollow()
	breaking, stopBreaking := context.WithCancel(ctx)
	var breakers sync.WaitGroup
	breakers.Go(func() { r.killNodes(breaking) })
	var broken error
	breakers.Go(func() { broken = r.breakEngines(breaking) })
	err := r.post(ctx)
	if err == nil {
		err = r.await(ctx, "all documents to end", func() (int, bool) { n := r.stream.countEnded(); return n, n >= r.documents })
	}
	stopBreaking()
	breakers.Wait()
	if err = errors.Join(err, broken); err != nil {
		return err
	}
	r.printStep("all documents have ended, and nothing is broken any more")
	return errors.Join(
		r.await(ctx, "all nodes to serve", func() (int, bool) { n := r.cluster.countServing(); return n, n == r.nodes }),
		r.await(ctx, "all webhooks", func() (int, bool) { n := r.receiver.countEnded(); return n, n >= r.documents }),
	)
}

// post posts all documents, several at a time.
func (r *run) post(ctx context.Context) error {
	makes, err := newMaker(r.samples)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r.ids = make([]string, r.documents)
	var posts sync.WaitGroup
	errs := make([]error, r.documents)
	for i := range r.documents {
		err = r.await(ctx, "room for more", func() (int, bool) { n := r.stream.countEnded(); return n, i-n < r.atOnce })
		if err != nil {
			cancel()
			break
		}
		posts.Go(func() { r.ids[i], errs[i] = r.clients.post(ctx, i, makes.document(i), r.receiver.address) })
	}
	posts.Wait()
	return errors.Join(err, errors.Join(errs...))
}

// pollPeriod is the interval at which await checks its condition.
const pollPeriod = 50 * time.Millisecond

// await calls the function condition repeatedly until it reports true. This function also returns a count that shows
// progress: if the count does not change for too long, await returns an error.
func (r *run) await(ctx context.Context, description string, condition func() (int, bool)) error {
	tick := time.NewTicker(pollPeriod)
	defer tick.Stop()
	last, since := -1, time.Now()
	for {
		n, done := condition()
		if done {
			return nil
		}
		if n != last {
			last, since = n, time.Now()
		}
		if time.Since(since) > r.patience {
			return fmt.Errorf("waiting for %s: there was no progress for %s, the count is %d\n%s", description, r.patience, n, r.cluster.state())
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// finding is a requirement, and the evidence that it is not met.
type finding struct {
	requirement string
	violations  []string
}

type findings []finding

func (f *findings) add(requirement string, violations []string) {
	*f = append(*f, finding{requirement, violations})
}

// maxEvidence is the maximum number of pieces of evidence that are printed for a requirement.
const maxEvidence = 10

// printResult prints the result of a run.
func (r *run) printResult(found findings) (passed bool) {
	found.add("no program ended by itself, and no answer was a server's error", r.problems)
	r.screen.Heading("What happened")
	r.screen.Printf("  %s\n  %s\n  %s\n", r.clients.summary(), r.receiver.summary(), r.stream.summary())
	r.screen.Printf("  %d kills of nodes\n", r.kills)
	r.screen.Heading("What must hold")
	passed = true
	for _, f := range found {
		passed = passed && len(f.violations) == 0
		against := f.violations
		if len(against) > maxEvidence {
			against = append(slices.Clone(against[:maxEvidence]), fmt.Sprintf("and %d more", len(f.violations)-maxEvidence))
		}
		r.screen.Check(f.requirement, against)
	}
	took := time.Since(r.begin).Round(time.Second)
	line := fmt.Sprintf("%d documents in %s: all of it has held", r.documents, took)
	if !passed {
		line = fmt.Sprintf("%d documents in %s: not all of it has held", r.documents, took)
	}
	r.screen.Heading(line)
	return passed
}
