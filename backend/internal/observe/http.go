package observe

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lectern/backend/internal/connection"
	"lectern/backend/internal/id"
	"lectern/backend/internal/tracing"
)

// HTTP assigns an id to each request, and measures and logs the request. If the handler of a request panics, HTTP sends
// an error response and writes a log line.
type HTTP struct {
	log      *slog.Logger
	duration *prometheus.HistogramVec
	requests *Requests
	traces   *tracing.Tracer
}

// Config contains the dependencies of an [HTTP].
type Config struct {
	Log      *slog.Logger
	Registry prometheus.Registerer
	Requests *Requests       // the list to which each request is added
	Traces   *tracing.Tracer // for the trace of each request; may be nil
}

// NewHTTP returns an HTTP, and registers its metrics.
func NewHTTP(config Config) *HTTP {
	duration := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "lectern_http_request_duration_seconds",
		Help:    "Time from the first byte of a request to the last byte of its response, by route and status.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"route", "status"})
	config.Registry.MustRegister(duration)
	return &HTTP{log: config.Log, duration: duration, requests: config.Requests, traces: config.Traces}
}

// Wrap returns a handler that observes requests and passes them to next. The log contains the pattern of the route and
// never the path, because a path may contain the id of a session.
func (o *HTTP) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requestID := id.NewShort(16)
		noted := new(note)
		ctx, span := o.traces.Request(r)
		r = r.WithContext(context.WithValue(WithRequestID(ctx, requestID), noteKey{}, noted))
		w.Header().Set("X-Request-Id", requestID)
		answer := &recorder{ResponseWriter: w}
		begin := time.Now()
		defer func() {
			if cause := recover(); cause != nil {
				o.handlePanic(answer, r, cause)
			}
			took := time.Since(begin)
			o.record(r, answer, took, noted.cause)
			span.EndRequest(routeOf(r), r.Method, answer.finalStatus(), requestID)
			if !noted.hidden && !isPreflight(r, answer) {
				o.requests.add(Request{At: begin, Method: r.Method, Path: redactedPath(r), Status: answer.finalStatus(), Bytes: answer.bytes,
					Took: took,
					ID:   requestID, Key: noted.key})
			}
		}()
		next.ServeHTTP(answer, r)
	})
}

// isPreflight reports whether a request is a successful CORS preflight request. The browser sends the actual request
// after it.
func isPreflight(r *http.Request, w *recorder) bool {
	return r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" && w.finalStatus() < http.StatusBadRequest
}

func (o *HTTP) handlePanic(w *recorder, r *http.Request, cause any) {
	if cause == http.ErrAbortHandler { //nolint:errorlint // net/http recognizes only this exact value
		panic(cause)
	}
	o.log.ErrorContext(r.Context(), "the handler of a request panicked", "cause", cause, "stack", string(debug.Stack()))
	if w.status == 0 {
		header := w.Header()
		connection.RemoveContent(header)
		header.Set("Content-Type", "application/problem+json")
		header.Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = fmt.Fprintf(w, panicProblem, RequestID(r.Context())) // the client may have disconnected
	}
}

// panicProblem is the response to a request whose handler has panicked. %q stands for the id of the request.
const panicProblem = `{"type":"about:blank","code":"server-error","title":"Internal Server Error","status":500,` +
	`"detail":"The server could not process this request. Its log has the details.",` +
	`"message":"The server could not process this request. Its log has the details.","requestId":%q}` + "\n"

func (o *HTTP) record(r *http.Request, w *recorder, duration time.Duration, cause error) {
	route := routeOf(r)
	status := w.finalStatus()
	o.duration.WithLabelValues(route, strconv.Itoa(status)).Observe(duration.Seconds())
	level := slog.LevelDebug
	if r.Method != http.MethodGet || status >= http.StatusBadRequest {
		level = slog.LevelInfo // for requests that change something, and for failures
	}
	about := []any{"route", route, "method", r.Method, "status", status, "bytes", w.bytes, "ms", milliseconds(duration)}
	if cause != nil {
		about = append(about, "error", cause)
	}
	o.log.Log(r.Context(), level, "request", about...)
}

// routeOf returns the pattern of the route of a request.
func routeOf(r *http.Request) string {
	if r.Pattern == "" {
		return "none"
	}
	return r.Pattern
}

// recorder records the status and the size of a response.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// finalStatus returns the status of the response. It is 200 if the handler has not set a status.
func (w *recorder) finalStatus() int {
	if w.status == 0 {
		return http.StatusOK
	}
	return w.status
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Unwrap returns the underlying response writer, for [http.ResponseController].
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
