package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"lectern/backend/internal/retry"
)

// checkAll checks all requirements, while the nodes are running, and adds the results to found.
func (r *run) checkAll(ctx context.Context, found *findings) error {
	found.add(fmt.Sprintf("each of the %d posts made one document", r.documents), r.checkPosts())
	for _, n := range r.cluster.nodes {
		found.add(fmt.Sprintf("node %d lists them all, ready with pages", n.number), r.checkList(ctx, n))
	}
	found.add("each of them shows its first page", r.checkPages(ctx))
	found.add("the stream had each event once, by rising ids, those of a document in their order", r.stream.check(r.ids))
	var problems []string
	for _, n := range r.cluster.nodes {
		problems = append(problems, r.stream.checkNode(ctx, n)...)
	}
	found.add("every node lists the same events from the beginning", problems)
	found.add("each event was in one delivery of webhooks, under one id, those of a document in their order", r.receiver.check(r.ids))
	if err := r.restart(ctx); err != nil {
		return err
	}
	found.add("no row is left over, and none has wrong counts", r.retryCheck(ctx, r.checkRows))
	found.add("the bucket has what the documents have, and nothing else", r.retryCheck(ctx, r.checkObjects))
	if _, err := r.clients.requestUntilOK(ctx, request{
		method: http.MethodPost, path: "/document/batch", body: []byte(`{"query":{},"action":"delete"}`),
		header: http.Header{"Content-Type": {"application/json"}},
	}); err != nil {
		return err
	}
	found.add("when all documents are deleted, no row of theirs is left, and the bucket is empty", r.retryCheck(ctx, r.checkEmpty))
	return nil
}

// restart stops all nodes and starts them again. When a node starts, it removes what nodes that were killed have left
// behind.
func (r *run) restart(ctx context.Context) error {
	r.cluster.stop()
	retry.Sleep(ctx, contentGrace)
	return r.cluster.start(ctx)
}

// retryCheck repeats a check until it reports no problems, or the time limit has passed. It returns the problems of the
// last check.
func (r *run) retryCheck(ctx context.Context, check func(context.Context) []string) (violations []string) {
	_ = r.await(ctx, "upkeep", func() (int, bool) { // an error means that problems remain, which are returned
		violations = check(ctx)
		return 0, len(violations) == 0
	})
	return violations
}

func (r *run) checkPosts() (violations []string) {
	if unique := slices.Compact(slices.Sorted(slices.Values(r.ids))); len(unique) != r.documents || unique[0] == "" {
		violations = append(violations, fmt.Sprintf("%d ids were answered", len(unique)))
	}
	return violations
}

// listed is an entry of a list of documents.
type listed struct {
	ID, Name, Status, Message string
	PageCount                 int
}

func (r *run) checkList(ctx context.Context, n *node) (violations []string) {
	status, _, text, err := r.clients.send(ctx, n.address(), request{method: http.MethodGet, path: "/document?details=true"})
	var documents []listed
	if err == nil {
		err = json.Unmarshal(text, &documents)
	}
	if err != nil || status != http.StatusOK {
		return []string{fmt.Sprintf("%d %v", status, err)}
	}
	have := make(map[string]bool)
	for _, d := range documents {
		have[d.ID] = true
		if d.Status != "ready" || d.PageCount < 1 {
			violations = append(violations, fmt.Sprintf("%s, %s, is %s with %d pages: %s", d.ID, d.Name, d.Status, d.PageCount, d.Message))
		}
	}
	for _, id := range r.ids {
		if !have[id] {
			violations = append(violations, id+" is not there")
		}
	}
	if len(documents) != r.documents {
		violations = append(violations, fmt.Sprintf("there are %d", len(documents)))
	}
	return violations
}

// readers is the number of page requests at the same time.
const readers = 4

// checkPages requests the first page of each document.
func (r *run) checkPages(ctx context.Context) (violations []string) {
	var mu sync.Mutex
	var reading sync.WaitGroup
	next := make(chan string)
	for range readers {
		reading.Go(func() {
			for id := range next {
				text, err := r.clients.requestUntilOK(ctx, request{method: http.MethodGet, path: "/document/" + id + "/page/1.svg"})
				if err != nil || !strings.Contains(string(text), "<svg") {
					mu.Lock()
					violations = append(violations, fmt.Sprintf("of %s: %v", id, err))
					mu.Unlock()
				}
			}
		})
	}
	for _, id := range r.ids {
		next <- id
	}
	close(next)
	reading.Wait()
	return violations
}

// rowChecks are queries that count rows that should not exist.
var rowChecks = []struct{ violation, query string }{
	{"documents that are not ready", `SELECT COUNT(*) FROM document WHERE status <> 'ready'`},
	{"PDFs that no document has", `SELECT COUNT(*) FROM pdf WHERE NOT EXISTS (SELECT 1 FROM document WHERE document.pdf = pdf.content)`},
	{"conversions of which there is no document",
		`SELECT COUNT(*) FROM conversion WHERE NOT EXISTS (SELECT 1 FROM document WHERE document.original = conversion.original)`},
	{"texts of pages that no PDF has",
		`SELECT COUNT(*) FROM page_text WHERE NOT EXISTS (SELECT 1 FROM pdf WHERE pdf.id = page_text.id >> 20)`},
	{"pages without a text", `SELECT (SELECT SUM(page_count) FROM document) - (SELECT COUNT(*) FROM page_text)`},
	{"jobs that have not ended", `SELECT COUNT(*) FROM river_job WHERE state <> 'completed'`},
	{"deliveries that have not been accepted", `SELECT COUNT(*) FROM webhook_delivery WHERE state <> 'delivered'`},
	{"documents with something to deliver", `SELECT COUNT(*) FROM webhook_lane`},
	{"content that leaves", `SELECT COUNT(*) FROM content_leaving WHERE state <> 'gone' AND NOT ` + isKept},
	{"documents counted too much or too little", `SELECT (SELECT COALESCE(SUM(count), 0) FROM facet_tally) - (SELECT COUNT(*) FROM document)`},
}

// isKept is an SQL condition. It selects content that no record uses because a server was killed while storing it. It
// is kept for 30 days, until the time in the column since.
const isKept = `(since > EXTRACT(EPOCH FROM NOW()) * 1000)`

// keptContent returns the keys of the content that is kept for 30 days.
func (r *run) keptContent(ctx context.Context) ([]string, error) {
	return r.cluster.postgres.Query(ctx, databaseName, `SELECT key FROM content_leaving WHERE `+isKept)
}

func (r *run) checkRows(ctx context.Context) (violations []string) {
	for _, row := range rowChecks {
		lines, err := r.cluster.postgres.Query(ctx, databaseName, row.query)
		if err != nil {
			violations = append(violations, fmt.Sprintf("%s: %v", row.violation, err))
		} else if got := strings.Join(lines, " "); got != "0" {
			violations = append(violations, fmt.Sprintf("%s: %s", row.violation, got))
		}
	}
	return violations
}

func (r *run) checkObjects(ctx context.Context) (violations []string) {
	objects, err := r.cluster.objects()
	if err != nil {
		return []string{err.Error()}
	}
	used, err := r.cluster.postgres.Query(ctx, databaseName, `SELECT original FROM document UNION SELECT pdf FROM document`)
	if err != nil {
		return []string{err.Error()}
	}
	kept, err := r.keptContent(ctx)
	if err != nil {
		return []string{err.Error()}
	}
	for _, key := range objects {
		if !slices.Contains(used, key) && !slices.Contains(kept, key) {
			violations = append(violations, key+" is in the bucket, and no document has it")
		}
	}
	for _, key := range used {
		if !slices.Contains(objects, key) {
			violations = append(violations, key+" is a document's, and not in the bucket")
		}
	}
	return violations
}

// documentTables are the tables that contain data of documents.
var documentTables = []string{"document", "document_tag", "document_collection", "pdf", "page_text", "conversion", "viewing_session",
	"webhook_lane"}

func (r *run) checkEmpty(ctx context.Context) (violations []string) {
	for _, table := range documentTables {
		lines, err := r.cluster.postgres.Query(ctx, databaseName, `SELECT COUNT(*) FROM `+table)
		if err != nil {
			violations = append(violations, fmt.Sprintf("%s: %v", table, err))
		} else if got := strings.Join(lines, " "); got != "0" {
			violations = append(violations, fmt.Sprintf("the table %s has %s rows", table, got))
		}
	}
	objects, err := r.cluster.objects()
	if err != nil {
		return append(violations, err.Error())
	}
	kept, err := r.keptContent(ctx)
	if err != nil {
		return append(violations, err.Error())
	}
	for _, key := range objects {
		if !slices.Contains(kept, key) {
			violations = append(violations, key+" is in the bucket")
		}
	}
	return violations
}
