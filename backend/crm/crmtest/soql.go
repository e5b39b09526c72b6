package crmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// remainder contains the records of a query that were not sent yet.
type remainder struct {
	object  string
	records []map[string]any
	total   int
}

// query responds with the first page of a query's result.
func (s *Server) query(w http.ResponseWriter, base string, texts []string) *failure {
	if len(texts) != 1 || len(texts[0]) > 100_000 {
		return fail(http.StatusBadRequest, "MALFORMED_QUERY", "A query string has to be specified")
	}
	parsed, f := parse(texts[0])
	if f != nil {
		return f
	}
	found, f := s.run(base, parsed)
	if f != nil {
		return f
	}
	if parsed.count {
		writeJSON(w, http.StatusOK, map[string]any{"totalSize": len(found), "done": true, "records": []any{}})
		return nil
	}
	s.page(w, base, remainder{parsed.object, found, len(found)}, 0)
	return nil
}

// nextPage responds with a further page of a query's result.
func (s *Server) nextPage(w http.ResponseWriter, base, locator string) *failure {
	rest, there := s.cursors[locator]
	if !there {
		return fail(http.StatusBadRequest, "INVALID_QUERY_LOCATOR", "invalid query locator")
	}
	delete(s.cursors, locator)
	_, from, _ := strings.Cut(locator, "-")
	n, _ := strconv.Atoi(from) // the second part of the locator is the position
	s.page(w, base, rest, n)
	return nil
}

func (s *Server) page(w http.ResponseWriter, base string, rest remainder, from int) {
	size := min(s.PageSize, len(rest.records))
	answer := map[string]any{"totalSize": rest.total, "done": size == len(rest.records), "records": rest.records[:size]}
	if size < len(rest.records) {
		s.number++
		locator := fmt.Sprintf("01g5g%010dAAA-%d", s.number, from+size)
		rest.records = rest.records[size:]
		s.cursors[locator] = rest
		answer["nextRecordsUrl"] = base + "/query/" + locator
	}
	writeJSON(w, http.StatusOK, answer)
}

// run returns the records that match a query, with the selected fields.
func (s *Server) run(base string, q *soql) ([]map[string]any, *failure) {
	records, there := s.tables[q.object]
	if !there {
		return nil, fail(http.StatusBadRequest, "INVALID_TYPE", "sObject type '%s' is not supported.", q.object)
	}
	found := []map[string]any{}
	for _, record := range records {
		if record["IsDeleted"] == true {
			continue
		}
		holds, f := q.matches(record)
		if f != nil {
			return nil, f
		}
		if !holds || q.limit >= 0 && len(found) == q.limit {
			continue
		}
		entry := map[string]any{"attributes": attributes(base, q.object, record["Id"])}
		for _, field := range q.fields {
			value, f := q.value(base, record, field)
			if f != nil {
				return nil, f
			}
			entry[field] = value
		}
		found = append(found, entry)
	}
	return found, nil
}

// value returns a field of a record, or the result of a nested query.
func (q *soql) value(base string, record map[string]any, field string) (any, *failure) {
	value, there := record[field]
	if !there {
		return nil, noColumn(field, q.object)
	}
	children, isRelation := value.([]any)
	if isRelation != slices.Contains(q.relations, field) {
		return nil, noColumn(field, q.object)
	}
	if !isRelation {
		return value, nil
	}
	if len(children) == 0 {
		return nil, nil
	}
	records := []any{}
	for _, child := range children {
		entry := map[string]any{"attributes": attributes(base, field, "x")}
		for name, value := range child.(map[string]any) {
			entry[name] = value
		}
		records = append(records, entry)
	}
	return map[string]any{"totalSize": len(records), "done": true, "records": records}, nil
}

// soql is a parsed query. It supports fields, nested queries, conditions joined by AND, and a limit.
type soql struct {
	object            string
	fields, relations []string
	count             bool
	conditions        []condition
	limit             int // -1 if there is none

	tokens  []string // the tokens that were not parsed yet
	failure *failure
}

type condition struct {
	field, operator string
	values          []any
}

var (
	token   = regexp.MustCompile(`^\s*('(?:[^'\\]|\\.)*'|[A-Za-z_][A-Za-z0-9_.]*|-?\d[0-9A-Za-z:.+-]*|<=|>=|!=|[(),=<>])`)
	escapes = regexp.MustCompile(`\\(?:[nNrRtTbBfF"'\\_%]|u[0-9A-Fa-f]{4}|.)`)
)

func malformed(format string, args ...any) *failure {
	return fail(http.StatusBadRequest, "MALFORMED_QUERY", format, args...)
}

// parse parses a query.
func parse(text string) (*soql, *failure) {
	q := &soql{limit: -1}
	for rest := text; strings.TrimSpace(rest) != ""; {
		found := token.FindStringSubmatch(rest)
		if found == nil {
			return nil, malformed("unexpected token: '%s'", strings.TrimSpace(rest))
		}
		q.tokens = append(q.tokens, found[1])
		rest = rest[len(found[0]):]
	}
	q.expect("SELECT")
	q.readFields()
	q.expect("FROM")
	q.object = q.name()
	if q.accept("WHERE") {
		q.readCondition()
		for q.accept("AND") {
			q.readCondition()
		}
	}
	if q.accept("LIMIT") {
		n, err := strconv.Atoi(q.next())
		if q.limit = n; err != nil || n < 0 {
			q.fail("LIMIT")
		}
	}
	if len(q.tokens) > 0 {
		q.fail(q.tokens[0])
	}
	return q, q.failure
}

func (q *soql) fail(near string) {
	if q.failure == nil {
		q.failure = malformed("unexpected token: '%s'", near)
	}
}

func (q *soql) next() string {
	if len(q.tokens) == 0 {
		q.fail("<EOF>")
		return ""
	}
	first := q.tokens[0]
	q.tokens = q.tokens[1:]
	return first
}

// accept skips the next token if the token is the given word, and reports whether it did.
func (q *soql) accept(word string) bool {
	if len(q.tokens) == 0 || !strings.EqualFold(q.tokens[0], word) {
		return false
	}
	q.tokens = q.tokens[1:]
	return true
}

func (q *soql) expect(word string) {
	if !q.accept(word) {
		q.fail(strings.Join(q.tokens[:min(1, len(q.tokens))], ""))
	}
}

var nameOnly = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*$`)

func (q *soql) name() string {
	name := q.next()
	if !nameOnly.MatchString(name) {
		q.fail(name)
	}
	return name
}

func (q *soql) readFields() {
	if len(q.tokens) > 2 && strings.EqualFold(q.tokens[0], "COUNT") && q.tokens[1] == "(" && q.tokens[2] == ")" {
		q.count, q.tokens = true, q.tokens[3:]
		return
	}
	for {
		if q.accept("(") {
			q.readRelation()
		} else {
			q.fields = append(q.fields, q.name())
		}
		if !q.accept(",") || q.failure != nil {
			return
		}
	}
}

func (q *soql) readRelation() {
	q.expect("SELECT")
	q.name()
	for q.accept(",") {
		q.name()
	}
	q.expect("FROM")
	relation := q.name()
	q.expect(")")
	q.fields, q.relations = append(q.fields, relation), append(q.relations, relation)
}

func (q *soql) readCondition() {
	c := condition{field: q.name(), operator: strings.ToUpper(q.next())}
	switch c.operator {
	case "=", "!=", "<", ">", "<=", ">=", "LIKE":
		c.values = []any{q.literal()}
	case "IN":
		q.expect("(")
		c.values = append(c.values, q.literal())
		for q.accept(",") {
			c.values = append(c.values, q.literal())
		}
		q.expect(")")
	default:
		q.fail(c.operator)
	}
	q.conditions = append(q.conditions, c)
}

var date = regexp.MustCompile(`^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d))?$`)

// literal parses a value. A date literal is returned as a string.
func (q *soql) literal() any {
	text := q.next()
	switch lower := strings.ToLower(text); {
	case strings.HasPrefix(text, "'"):
		return q.unescape(text[1 : len(text)-1])
	case lower == "true", lower == "false":
		return lower == "true"
	case lower == "null":
		return nil
	case date.MatchString(text):
		return text
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.ContainsAny(text, "eE") {
		q.fail(text)
	}
	return number
}

// unescape decodes a quoted text. Line breaks and unknown escape sequences are errors.
func (q *soql) unescape(text string) string {
	if strings.ContainsAny(text, "\r\n") {
		q.fail("line break")
	}
	return escapes.ReplaceAllStringFunc(text, func(escape string) string {
		switch escape[1] {
		case 'n', 'N', 'r', 'R', 't', 'T', 'b', 'B', 'f', 'F':
			return map[byte]string{'n': "\n", 'r': "\r", 't': "\t", 'b': "\b", 'f': "\f"}[escape[1]|0x20]
		case '"', '\'', '\\', '_', '%':
			return escape[1:]
		}
		var text string
		if len(escape) != 6 || json.Unmarshal([]byte(`"`+escape+`"`), &text) != nil {
			q.fail(escape)
		}
		return text
	})
}

// matches reports whether a record meets all conditions.
func (q *soql) matches(record map[string]any) (bool, *failure) {
	for _, c := range q.conditions {
		value, there := record[c.field]
		if !there {
			return false, noColumn(c.field, q.object)
		}
		if !c.matches(value) {
			return false, nil
		}
	}
	return true, nil
}

func (c condition) matches(value any) bool {
	same := slices.ContainsFunc(c.values, func(wanted any) bool { return equal(value, wanted) })
	switch c.operator {
	case "=", "IN":
		return same
	case "!=":
		return !same
	case "LIKE":
		pattern := strings.NewReplacer("%", ".*", "_", ".").Replace(regexp.QuoteMeta(fmt.Sprint(c.values[0])))
		return regexp.MustCompile("(?is)^" + pattern + "$").MatchString(fmt.Sprint(value))
	}
	a, b := fmt.Sprint(value), fmt.Sprint(c.values[0])
	return c.operator[0] == '<' && a < b || c.operator[0] == '>' && a > b || len(c.operator) == 2 && a == b
}

// equal compares two values as Salesforce does. Identifiers are compared by their first 15 characters.
func equal(value, wanted any) bool {
	a, b := fmt.Sprint(value), fmt.Sprint(wanted)
	if anyID.MatchString(a) && anyID.MatchString(b) {
		return a[:15] == b[:15]
	}
	return value == nil && wanted == nil || value != nil && wanted != nil && a == b
}

// Values returns the values in the conditions of a query, or an error if the query is not valid.
func (*Server) Values(text string) ([]any, error) {
	q, bad := parse(text)
	if bad != nil {
		return nil, errors.New(bad.message)
	}
	var all []any
	for _, c := range q.conditions {
		all = append(all, c.values...)
	}
	return all, nil
}
