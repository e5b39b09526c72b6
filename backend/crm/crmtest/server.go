// Package crmtest provides a test server that simulates the parts of Salesforce's REST API for files and queries, as
// documented in Salesforce's guide. It is strict: it rejects requests that the real server may reject.
package crmtest

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// The oldest and the newest version of the API that a server supports.
const (
	oldest = 31
	newest = 67
)

// Server simulates a Salesforce organisation.
type Server struct {
	// URL is the origin of the server. It uses plain HTTP on the local machine.
	URL string
	// Session is the only valid session.
	Session string
	// PageSize is the maximum number of records in the response to a query. Newest is the newest version of the API.
	// Both must be set before the first request.
	PageSize, Newest int

	t        testing.TB
	mu       sync.Mutex
	number   int                         // number in the most recent identifier
	tables   map[string][]map[string]any // records by object
	content  map[string][]byte           // file contents by version id
	cursors  map[string]remainder        // records of queries that were not sent yet, by locator
	refusals []Refusal
	requests []Request
	stored   []Stored
}

// Request is a request that the server received.
type Request struct {
	Method, Path  string
	Authorization string
}

// Stored is a file that was uploaded.
type Stored struct {
	ID, Title, Path, Record string
	Content                 []byte
}

// Start starts a server. It is stopped at the end of the test.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{
		Session: "00D5g000004abcD!" + rand.Text() + ".secret", PageSize: 2000, Newest: newest, t: t,
		tables:  map[string][]map[string]any{"ContentVersion": nil, "ContentDocument": nil},
		content: map[string][]byte{}, cursors: map[string]remainder{},
	}
	server := httptest.NewServer(s)
	s.URL = server.URL
	t.Cleanup(server.Close)
	return s
}

// NewID returns a new identifier of 18 characters that starts with a prefix of three characters.
func (s *Server) NewID(prefix string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newID(prefix)
}

func (s *Server) newID(prefix string) string {
	s.number++
	id := fmt.Sprintf("%s5gZ%06dQzA", prefix, s.number)
	return id + Checksum(id)
}

// Checksum returns the last three characters of an identifier, given its first 15.
func Checksum(id string) string {
	var sum strings.Builder
	for _, five := range []string{id[:5], id[5:10], id[10:15]} {
		var bits string
		for _, c := range five {
			bit := "0"
			if c >= 'A' && c <= 'Z' {
				bit = "1"
			}
			bits = bit + bits
		}
		n, _ := strconv.ParseUint(bits, 2, 8) // five binary digits
		sum.WriteByte("ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"[n])
	}
	return sum.String()
}

// AddFile adds a file and returns the identifiers of the file and of its version.
func (s *Server) AddFile(title, extension string, content []byte) (document, version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	document = s.newID("069")
	s.tables["ContentDocument"] = append(s.tables["ContentDocument"], map[string]any{"Id": document, "Title": title})
	return document, s.addVersion(document, title, extension, content)
}

// AddVersion adds a version to a file.
func (s *Server) AddVersion(document, title, extension string, content []byte) (version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, earlier := range s.tables["ContentVersion"] {
		if earlier["ContentDocumentId"] == document {
			earlier["IsLatest"] = false
		}
	}
	return s.addVersion(document, title, extension, content)
}

func (s *Server) addVersion(document, title, extension string, content []byte) string {
	id := s.newID("068")
	s.content[id] = content
	s.tables["ContentVersion"] = append(s.tables["ContentVersion"], map[string]any{
		"Id": id, "ContentDocumentId": document, "Title": title, "FileExtension": extension, "ContentSize": len(content), "IsLatest": true,
	})
	return id
}

// AddRecord adds a record of an object type and returns its identifier. Fields that are lists contain related records.
func (s *Server) AddRecord(object, prefix string, fields map[string]any) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.newID(prefix)
	record := map[string]any{"Id": id}
	for name, value := range fields {
		record[name] = value
	}
	s.tables[object] = append(s.tables[object], record)
	return id
}

// Refuse adds a refusal: from now on, the server responds to matching requests with an error.
func (s *Server) Refuse(r Refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusals = append(s.refusals, r)
}

// ClearRefusals removes all refusals, so that the server responds normally again.
func (s *Server) ClearRefusals() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusals = nil
}

// Stored returns the files that were uploaded.
func (s *Server) Stored() []Stored {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Stored(nil), s.stored...)
}

// Requests returns the requests that were received.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // the client may have disconnected
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, Request{r.Method, r.URL.RequestURI(), r.Header.Get("Authorization")})
	if refusal := s.refusal(r); refusal != nil {
		refusal.write(w)
		return
	}
	if f := s.handle(w, r); f != nil {
		f.write(w)
	}
}

// refusal returns the refusal that applies to a request, or nil.
func (s *Server) refusal(r *http.Request) *Refusal {
	for i := range s.refusals {
		f := &s.refusals[i]
		if strings.Contains(r.URL.RequestURI(), f.Path) && (f.Method == "" || f.Method == r.Method) && (f.Times == 0 || f.count < f.Times) {
			f.count++
			return f
		}
	}
	return nil
}

func (f *Refusal) write(w http.ResponseWriter) {
	for name, values := range f.Header {
		w.Header()[name] = values
	}
	if f.Code != "" {
		fail(f.Status, f.Code, "%s", f.Message).write(w)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	w.WriteHeader(f.Status)
	_, _ = w.Write([]byte(f.Message))
}

var versionPath = regexp.MustCompile(`^/services/data/v(\d+)\.(\d)(/.*)$`)

func (s *Server) handle(w http.ResponseWriter, r *http.Request) *failure {
	if accept := r.Header.Get("Accept"); accept != "application/json" && accept != "*/*" {
		return fail(http.StatusNotAcceptable, "NOT_ACCEPTABLE", "the Accept header is %q", accept)
	}
	if r.URL.Path == "/services/data/" && r.Method == http.MethodGet {
		s.listVersions(w)
		return nil
	}
	parts := versionPath.FindStringSubmatch(r.URL.Path)
	if parts == nil {
		return notFound()
	}
	number, err := strconv.Atoi(parts[1])
	if err != nil || number < oldest || number > s.Newest || parts[2] != "0" {
		return notFound()
	}
	if f := s.authorize(r); f != nil {
		return f
	}
	return s.route(w, r, "/services/data/v"+parts[1]+".0", parts[3])
}

func (s *Server) listVersions(w http.ResponseWriter) {
	all := []map[string]string{}
	for n := oldest; n <= s.Newest; n++ {
		version := fmt.Sprintf("%d.0", n)
		all = append(all, map[string]string{"label": "Release " + version, "url": "/services/data/v" + version, "version": version})
	}
	writeJSON(w, http.StatusOK, all)
}

func (s *Server) authorize(r *http.Request) *failure {
	switch scheme, session, _ := strings.Cut(r.Header.Get("Authorization"), " "); {
	case len(r.Header.Values("Authorization")) != 1 || scheme != "Bearer":
		return fail(http.StatusUnauthorized, "INVALID_AUTH_HEADER", "INVALID_HEADER_TYPE")
	case session != s.Session:
		return fail(http.StatusUnauthorized, "INVALID_SESSION_ID", "Session expired or invalid")
	}
	return nil
}

var rowPath = regexp.MustCompile(`^/sobjects/(\w+)/([A-Za-z0-9]+)(/VersionData)?$`)

func (s *Server) route(w http.ResponseWriter, r *http.Request, base, path string) *failure {
	row := rowPath.FindStringSubmatch(path)
	switch {
	case (path == "/query" || path == "/query/") && r.Method == http.MethodGet:
		return s.query(w, base, r.URL.Query()["q"])
	case strings.HasPrefix(path, "/query/") && r.Method == http.MethodGet:
		return s.nextPage(w, base, strings.TrimPrefix(path, "/query/"))
	case (path == "/sobjects/ContentVersion" || path == "/sobjects/ContentVersion/") && r.Method == http.MethodPost:
		return s.create(w, r)
	case row != nil && r.Method == http.MethodGet && row[3] != "":
		return s.download(w, row[1], row[2])
	case row != nil && r.Method == http.MethodGet:
		return s.row(w, base, row[1], row[2], r.URL.Query().Get("fields"))
	case path == "/query", row != nil, path == "/sobjects/ContentVersion":
		return fail(http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED", "HTTP Method '%s' not allowed. Allowed are HEAD,GET,POST", r.Method)
	}
	return notFound()
}

// find returns the record with an identifier of 15 or 18 characters.
func (s *Server) find(object, id string) (map[string]any, *failure) {
	if f := checkID(id); f != nil {
		return nil, f
	}
	for _, record := range s.tables[object] {
		if own := fmt.Sprint(record["Id"]); own[:15] == id[:15] {
			if record["IsDeleted"] == true {
				return nil, fail(http.StatusNotFound, "ENTITY_IS_DELETED", "entity is deleted")
			}
			return record, nil
		}
	}
	return nil, notFound()
}

// Delete deletes the record with the given identifier of 18 characters. Requests for the record then fail.
func (s *Server) Delete(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, records := range s.tables {
		for _, record := range records {
			if record["Id"] == id {
				record["IsDeleted"] = true
			}
		}
	}
}

var anyID = regexp.MustCompile(`^[A-Za-z0-9]{15}([A-Za-z0-9]{3})?$`)

// row responds with the requested fields of a record.
func (s *Server) row(w http.ResponseWriter, base, object, id, fields string) *failure {
	record, f := s.find(object, id)
	if f != nil {
		return f
	}
	entry := map[string]any{"attributes": attributes(base, object, record["Id"])}
	for name := range strings.SplitSeq(fields, ",") {
		value, there := record[name]
		if !there {
			return noColumn(name, object)
		}
		entry[name] = value
	}
	writeJSON(w, http.StatusOK, entry)
	return nil
}

func attributes(base, object string, id any) map[string]any {
	return map[string]any{"type": object, "url": fmt.Sprintf("%s/sobjects/%s/%v", base, object, id)}
}

func (s *Server) download(w http.ResponseWriter, object, id string) *failure {
	record, f := s.find(object, id)
	if f != nil {
		return f
	}
	content, there := s.content[fmt.Sprint(record["Id"])]
	if !there {
		return notFound()
	}
	w.Header().Set("Content-Type", "application/octetstream")
	_, _ = w.Write(content)
	return nil
}

// SetSize makes the server report an incorrect size for a version.
func (s *Server) SetSize(version string, size int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, record := range s.tables["ContentVersion"] {
		if record["Id"] == version {
			record["ContentSize"] = size
		}
	}
}
