package crm

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
)

// The limits of all queries of a template together.
const (
	maxRecords    = 50_000
	maxQueryBytes = 64 << 20 // size of the answers
)

// Query implements [Platform]. A query that ends with LIMIT 1 returns the record itself, or null; one of COUNT()
// returns a number; any other returns a list of records.
func (s *salesforce) Query(ctx context.Context, in Integration, queries map[string]string, params []byte) (map[string]json.RawMessage,
	error) {
	filled, err := fillQueries(queries, params)
	if err != nil {
		return nil, err
	}
	caller, err := s.call(ctx, in)
	if err != nil {
		return nil, err
	}
	found := make(map[string]json.RawMessage, len(filled))
	runner := &queryRunner{caller: caller, records: maxRecords, bytes: maxQueryBytes}
	for _, name := range slices.Sorted(maps.Keys(filled)) {
		runner.name = name
		value, err := runner.run(ctx, filled[name])
		if err != nil {
			return nil, err
		}
		if found[name], err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// queryRunner executes the queries of a template.
type queryRunner struct {
	*caller
	name    string // name of the current query
	records int    // remaining limit
	bytes   int64  // remaining limit
}

// page is a part of a query's result.
type page struct {
	TotalSize json.Number `json:"totalSize"`
	Next      string      `json:"nextRecordsUrl"` // path of the next page; empty for none
	Records   []any       `json:"records"`
}

var (
	ofOne   = regexp.MustCompile(`(?i)\slimit\s+1\s*$`)
	ofCount = regexp.MustCompile(`(?i)^\s*select\s+count\s*\(\s*\)\s`)
)

func (a *queryRunner) run(ctx context.Context, soql string) (any, error) {
	first, err := a.fetch(ctx, a.queryPath(soql))
	if err != nil {
		return nil, err
	}
	if ofCount.MatchString(soql) {
		return first.TotalSize, nil
	}
	records, err := a.collect(ctx, first)
	switch {
	case err != nil || !ofOne.MatchString(soql):
		return records, err
	case len(records) == 0:
		return nil, nil
	}
	return records[0], nil
}

// collect returns all records of a query, given the first page.
func (a *queryRunner) collect(ctx context.Context, p page) (all []any, err error) {
	all = []any{}
	for {
		if a.records -= len(p.Records); a.records < 0 {
			return nil, failed("platform-query-large", sentence.New("crm-query-many", "The queries of the template find more than {count} records.").
				With("count", maxRecords))
		}
		for _, record := range p.Records {
			cleaned, err := a.cleanValue(ctx, record)
			if err != nil {
				return nil, err
			}
			all = append(all, cleaned)
		}
		if p.Next == "" {
			return all, nil
		}
		if p, err = a.fetch(ctx, p.Next); err != nil {
			return nil, err
		}
		if len(p.Records) == 0 && p.Next != "" {
			return nil, errBroken(a.host) // it could continue forever
		}
	}
}

// nextPath matches the address of a next page. It is checked because the session is sent to it.
var nextPath = regexp.MustCompile(`^/services/data/v[0-9.]+/query[A-Za-z0-9/._?=&%-]*$`)

// fetch gets a page.
func (a *queryRunner) fetch(ctx context.Context, path string) (p page, err error) {
	if !nextPath.MatchString(path) && !strings.HasPrefix(path, a.base+"/query?q=") {
		return p, errBroken(a.host)
	}
	answer, err := a.send(ctx, request{path: path, accept: "application/json", time: quickly, most: a.bytes, query: a.name})
	if err != nil {
		return p, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return p, wordGuard(err, a.host, errQueryLarge())
	}
	a.bytes -= int64(len(text))
	if decode(text, &p) != nil || p.Records == nil {
		return p, errBroken(a.host)
	}
	return p, nil
}

func errQueryLarge() *Error {
	return failed("platform-query-large", sentence.New("crm-query-large",
		"What the queries of the template find is larger than the limit of {limit}.").With("limit", bytesize.Sentence(maxQueryBytes)))
}

// decode parses JSON. Numbers keep their notation.
func decode(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// cleanValue returns a value without Salesforce's metadata of records. The result of a nested query becomes a list of
// records.
func (a *queryRunner) cleanValue(ctx context.Context, value any) (any, error) {
	fields, isObject := value.(map[string]any)
	if !isObject {
		return value, nil
	}
	if inner, ok := asPage(fields); ok {
		return a.collect(ctx, inner)
	}
	cleaned := make(map[string]any, len(fields))
	for name, field := range fields {
		if name == "attributes" {
			continue
		}
		var err error
		if cleaned[name], err = a.cleanValue(ctx, field); err != nil {
			return nil, err
		}
	}
	return cleaned, nil
}

// asPage returns the result of a nested query, and reports whether fields are one.
func asPage(fields map[string]any) (p page, ok bool) {
	records, ok := fields["records"].([]any)
	if _, counted := fields["totalSize"]; !ok || !counted {
		return p, false
	}
	next, _ := fields["nextRecordsUrl"].(string)
	return page{Records: records, Next: next}, true
}
