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

// Limits for the results of all queries of a template together.
const (
	maxRecords    = 50_000
	maxQueryBytes = 64 << 20 // total size of the answers, in bytes
)

// Query implements [Platform]. A query that ends with LIMIT 1 returns the record itself, or null. A COUNT() query
// returns a number. Any other query returns a list of records.
func (s *salesforce) Query(ctx context.Context, in Integration, queries map[string]string, params []byte) (map[string]json.RawMessage,
	error) {
	filled, err := fillQueries(queries, params)
	if err != nil {
		return nil, err
	}
	caller, err := s.newCaller(ctx, in)
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

// queryRunner runs the queries of a template.
type queryRunner struct {
	*caller
	name    string // name of the current query
	records int    // number of records that may still be read
	bytes   int64  // number of bytes that may still be read
}

// page is a page of a query's result.
type page struct {
	TotalSize json.Number `json:"totalSize"`
	Next      string      `json:"nextRecordsUrl"` // path of the next page; empty if this is the last
	Records   []any       `json:"records"`
}

var (
	limitOne   = regexp.MustCompile(`(?i)\slimit\s+1\s*$`)
	countQuery = regexp.MustCompile(`(?i)^\s*select\s+count\s*\(\s*\)\s`)
)

func (a *queryRunner) run(ctx context.Context, soql string) (any, error) {
	first, err := a.fetch(ctx, a.queryPath(soql))
	if err != nil {
		return nil, err
	}
	if countQuery.MatchString(soql) {
		return first.TotalSize, nil
	}
	records, err := a.collect(ctx, first)
	switch {
	case err != nil || !limitOne.MatchString(soql):
		return records, err
	case len(records) == 0:
		return nil, nil
	}
	return records[0], nil
}

// collect returns all records of a query. The argument p is the first page of the result.
func (a *queryRunner) collect(ctx context.Context, p page) (all []any, err error) {
	all = []any{}
	for {
		if a.records -= len(p.Records); a.records < 0 {
			return nil, failed("platform-query-large", sentence.New("crm-query-many", "The queries of the template return more "+
				"than {count} records.").
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
			return nil, errBroken(a.host) // an empty page could be followed by infinitely many
		}
	}
}

// nextPath matches valid paths of the next page of a result. Paths are validated because the request for the next page
// contains the session.
var nextPath = regexp.MustCompile(`^/services/data/v[0-9.]+/query[A-Za-z0-9/._?=&%-]*$`)

// fetch requests the page of a query result at a path. It returns an error if the path is not in the query API.
func (a *queryRunner) fetch(ctx context.Context, path string) (p page, err error) {
	if !nextPath.MatchString(path) && !strings.HasPrefix(path, a.base+"/query?q=") {
		return p, errBroken(a.host)
	}
	answer, err := a.send(ctx, request{path: path, accept: "application/json", timeout: quickTimeout, limit: a.bytes, query: a.name})
	if err != nil {
		return p, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return p, describeFetchError(err, a.host, errQueryLarge())
	}
	a.bytes -= int64(len(text))
	if decode(text, &p) != nil || p.Records == nil {
		return p, errBroken(a.host)
	}
	return p, nil
}

func errQueryLarge() *Error {
	return failed("platform-query-large", sentence.New("crm-query-large",
		"The results of the template's queries are larger than the limit of {limit}.").With("limit", bytesize.Sentence(maxQueryBytes)))
}

// decode parses JSON. Numbers are kept as text, with all digits.
func decode(text []byte, target any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(target)
}

// cleanValue removes Salesforce's metadata from a value. The result of a nested query is converted into a list of
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

// asPage converts the result of a nested query into a page. The result ok is false if fields is an ordinary record.
func asPage(fields map[string]any) (p page, ok bool) {
	records, ok := fields["records"].([]any)
	if _, counted := fields["totalSize"]; !ok || !counted {
		return p, false
	}
	next, _ := fields["nextRecordsUrl"].(string)
	return page{Records: records, Next: next}, true
}
