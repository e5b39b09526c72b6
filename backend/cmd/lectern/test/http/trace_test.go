package http_test

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	collection "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	span "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/pdf/pdftest"
)

// traceReceiver is a collector that receives traces over OTLP/HTTP.
type traceReceiver struct {
	*httptest.Server
	mu      sync.Mutex
	spans   []*span.Span
	service map[string]string // resource attributes of the sender
	bodies  bytes.Buffer
	headers http.Header // headers of the last request
}

func receiveTraces(t *testing.T) *traceReceiver {
	t.Helper()
	r := new(traceReceiver)
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if err := r.receive(request); err != nil {
			t.Errorf("%s %s: %v", request.Method, request.URL, err)
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *traceReceiver) receive(request *http.Request) error {
	from := io.Reader(request.Body)
	if request.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(from)
		if err != nil {
			return err
		}
		from = unpacked
	}
	body, err := io.ReadAll(from)
	if err != nil {
		return err
	}
	var message collection.ExportTraceServiceRequest
	if request.URL.Path != "/v1/traces" || request.Header.Get("Content-Type") != "application/x-protobuf" {
		return io.ErrUnexpectedEOF
	}
	if err := proto.Unmarshal(body, &message); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bodies.Write(body)
	r.headers = request.Header
	for _, resource := range message.ResourceSpans {
		r.service = attributesOf(resource.Resource.Attributes)
		for _, scope := range resource.ScopeSpans {
			r.spans = append(r.spans, scope.Spans...)
		}
	}
	return nil
}

// attributesOf returns the values of attributes as text, by name.
func attributesOf(attributes []*common.KeyValue) map[string]string {
	all := make(map[string]string)
	for _, a := range attributes {
		if text, is := a.Value.Value.(*common.AnyValue_StringValue); is {
			all[a.Key] = text.StringValue
		} else {
			all[a.Key] = strings.Trim(a.Value.String(), "int_value: ")
		}
	}
	return all
}

// onlySpan returns the span with a name and an attribute. There must be exactly one such span.
func (r *traceReceiver) onlySpan(t *testing.T, name, key, value string) *span.Span {
	t.Helper()
	var found []*span.Span
	for _, s := range r.spans {
		if s.Name == name && attributesOf(s.Attributes)[key] == value {
			found = append(found, s)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d spans are %s with %s=%s", len(found), name, key, value)
	}
	return found[0]
}

// parts returns the names of the child spans of a span and checks that each is within the span's time.
func (r *traceReceiver) parts(t *testing.T, of *span.Span) map[string]bool {
	t.Helper()
	names := make(map[string]bool)
	for _, s := range r.spans {
		if !bytes.Equal(s.ParentSpanId, of.SpanId) {
			continue
		}
		names[s.Name] = true
		if !bytes.Equal(s.TraceId, of.TraceId) || s.EndTimeUnixNano < s.StartTimeUnixNano || s.EndTimeUnixNano > of.EndTimeUnixNano &&
			s.Kind == span.Span_SPAN_KIND_INTERNAL {
			t.Errorf("%s is not within %s: %v, %v", s.Name, of.Name, s, of)
		}
	}
	return names
}

// TestTraceOfADocument checks that traces contain the upload, its job, the steps of the conversion and the drawing of a
// page, and no secrets.
func TestTraceOfADocument(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	to := receiveTraces(t)
	s := lecterntest.StartIn(t, t.TempDir(), []string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + to.URL, "OTEL_EXPORTER_OTLP_HEADERS=token=t0ken",
		"OTEL_EXPORTER_OTLP_COMPRESSION=gzip"})
	document, request := post(s, "secret-name.docx", lecterntest.UniqueSample(t, "sample.docx"))
	s.Wait(document)
	granted := s.Fields(http.StatusOK, http.MethodPost, "/session?documentId="+document, "")
	s.Call(http.MethodGet, "/document/"+document+"/page/1.png?scale=1.5", nil, nil)
	s.Call(http.MethodGet, granted["viewerURL"].(string), nil, nil)
	s.Stop() // flushes the remaining spans
	post := to.onlySpan(t, "POST /api/v0/document/upload", "lectern.request", request)
	if got := attributesOf(post.Attributes); post.Kind != span.Span_SPAN_KIND_SERVER || len(post.ParentSpanId) != 0 ||
		got["http.response.status_code"] != "200" ||
		got["http.route"] != "/api/v0/document/upload" || got["http.request.method"] != "POST" {
		t.Errorf("the request: %v", post)
	}
	job := to.onlySpan(t, "job document.convert", "lectern.id", document)
	if !bytes.Equal(job.TraceId, post.TraceId) || !bytes.Equal(job.ParentSpanId, post.SpanId) ||
		attributesOf(job.Attributes)["lectern.request"] != request {
		t.Errorf("the job %v is not of the request %v", job, post)
	}
	if parts := to.parts(t, post); !parts["document received"] || !parts["job document.convert"] {
		t.Errorf("the request has %v", parts)
	}
	parts := to.parts(t, job)
	for _, name := range []string{"office load", "office whole", "document whole converted", "pdf open", "pdf svg", "pdf texts"} {
		if !parts[name] {
			t.Errorf("the job lacks %q: %v", name, parts)
		}
	}
	page := to.onlySpan(t, "GET /api/v0/document/{id}/page/{page}", "http.response.status_code", "200")
	if parts := to.parts(t, page); !parts["pdf image"] || bytes.Equal(page.TraceId, post.TraceId) {
		t.Errorf("the page has %v", parts)
	}
	if to.service["service.name"] != "lectern" || to.service["service.version"] == "" || to.headers.Get("token") != "t0ken" {
		t.Errorf("it is sent by %v with %v", to.service, to.headers)
	}
	for _, secret := range []string{s.Key, granted["id"].(string), "secret-name"} {
		if bytes.Contains(to.bodies.Bytes(), []byte(secret)) {
			t.Errorf("the traces have %q", secret)
		}
	}
}

// TestTraceOfATask checks that the job of a template task is in the trace of its request and contains a span for the
// rendering.
func TestTraceOfATask(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	to := receiveTraces(t)
	s := lecterntest.Start(t, "--trace-endpoint", to.URL)
	id := s.PostForm(http.StatusAccepted, lecterntest.LetterTemplate())
	if made := s.AwaitTask(id); made.State != "completed" {
		t.Fatalf("%+v", made)
	}
	s.Stop()
	job := to.onlySpan(t, "job task.run", "lectern.id", id)
	if parts := to.parts(t, to.onlySpan(t, "POST /v1/task", "http.response.status_code", "202")); !parts["job task.run"] {
		t.Errorf("the request has %v", parts)
	}
	if parts := to.parts(t, job); !parts["template render"] {
		t.Errorf("the job has %v", parts)
	}
}

// TestTraceContinuesAfterAKill checks that a job and its log lines have the trace ID of the request that created the
// job, even if the server was killed in between.
//
// SECURITY.md, promise 22 (killed server)
func TestTraceContinuesAfterAKill(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	to := receiveTraces(t)
	s := lecterntest.Start(t, "--trace-endpoint", to.URL+"/")
	trace := strings.Repeat("0af7", 8)
	header := http.Header{"Traceparent": {"00-" + trace + "-b7ad6b7169203331-01"}}
	status, text := s.Call(http.MethodPost, "/document/upload?filename=long.pdf", header, bytes.NewReader(pdftest.EmptyPages(20_000)))
	var made lecterntest.Document
	if err := json.Unmarshal(text, &made); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	s.Kill()
	s = lecterntest.StartIn(t, s.Data, nil, "--trace-endpoint", to.URL, "--log-format", "json")
	s.Wait(made.ID)
	s.Stop()
	job := to.onlySpan(t, "job document.convert", "lectern.id", made.ID)
	if got := hex.EncodeToString(job.TraceId); got != trace {
		t.Errorf("the job is of the trace %s", got)
	}
	if !strings.Contains(s.Log.String(), `"trace":"`+trace+`"`) {
		t.Errorf("the log has %s", s.Log)
	}
}

// TestTracesThatCannotBeSent checks that an unreachable collector delays nothing and is logged once.
func TestTracesThatCannotBeSent(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	closed := httptest.NewServer(nil)
	closed.Close()
	s := lecterntest.StartIn(t, t.TempDir(), []string{"OTEL_BSP_SCHEDULE_DELAY=10"}, "--trace-endpoint", closed.URL)
	s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	for range 20 {
		s.Call(http.MethodGet, "/document", nil, nil)
	}
	s.Stop()
	if count := strings.Count(s.Log.String(), "traces are not sent"); count != 1 {
		t.Errorf("the log says so %d times: %s", count, s.Log)
	}
}

// TestNoTracesUnlessAsked checks that a server without a trace endpoint stores no trace IDs with its jobs.
func TestNoTracesUnlessAsked(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	header := http.Header{"Traceparent": {"00-" + strings.Repeat("0af7", 8) + "-b7ad6b7169203331-01"}}
	if status, text := s.Call(http.MethodPost, "/document/upload?filename=a.pdf", header,
		bytes.NewReader(lecterntest.Sample(t, "sample.pdf"))); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(s.Data, "lectern.db")+"?_query_only=1")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	jobs := fmt.Sprintf("%s", lecterntest.QueryRows(s, db, "SELECT kind, metadata FROM river_job"))
	if strings.Contains(jobs, "traceparent") || !strings.Contains(jobs, "document.convert") {
		t.Errorf("the jobs are %s", jobs)
	}
}

// TestTraceEndpointIsAnAddress checks that a trace endpoint is rejected if it is not a URL, or if it has credentials or
// a query.
func TestTraceEndpointIsAnAddress(t *testing.T) {
	t.Parallel()
	for _, endpoint := range []string{"localhost:4317", "grpc://localhost:4317", "http://me:s3cret@localhost:4318",
		"http://localhost:4318?token=s3cret"} {
		_, stderr := lecterntest.RunWithEnv(t, nil, 2, "serve", "--data", t.TempDir(), "--trace-endpoint", endpoint)
		if !strings.Contains(stderr, "--trace-endpoint must be the address of a collector") || strings.Contains(stderr, "me:s3cret") {
			t.Errorf("%s: the message is %s", endpoint, stderr)
		}
	}
}
