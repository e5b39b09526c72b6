package tracing

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Span is a running request or job in a trace. The methods of a nil Span do nothing.
type Span struct{ span trace.Span }

// Request starts the span of a request. The parent of the span is the span that the client names in a header
// (https://www.w3.org/TR/trace-context/).
func (t *Tracer) Request(r *http.Request) (context.Context, *Span) {
	if t == nil {
		return r.Context(), nil
	}
	parent := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, span := t.tracer.Start(parent, knownMethod(r.Method), trace.WithSpanKind(trace.SpanKindServer))
	return ctx, &Span{span}
}

// EndRequest ends the span of a request. The argument route is the pattern of the route. The path itself is not
// recorded, because it may contain secrets.
func (s *Span) EndRequest(route, method string, status int, request string) {
	if s == nil {
		return
	}
	_, path, _ := strings.Cut(route, " ")
	s.span.SetName(route)
	s.span.SetAttributes(attribute.String("http.request.method", knownMethod(method)), attribute.String("http.route", path),
		attribute.Int("http.response.status_code", status), attribute.String("lectern.request", request))
	if status >= http.StatusInternalServerError {
		s.span.SetStatus(codes.Error, http.StatusText(status))
	}
	s.span.End()
}

// knownMethod returns an HTTP method if it is a known one. For any other method, it returns the placeholder that
// OpenTelemetry prescribes (https://opentelemetry.io/docs/specs/semconv/http/http-spans/).
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "_OTHER"
}

// Job starts the span of a job. The parent of the span is the span that the metadata of the job names.
func (t *Tracer) Job(ctx context.Context, kind string, metadata []byte, attrs ...slog.Attr) (context.Context, *Span) {
	if t == nil {
		return ctx, nil
	}
	var origin map[string]any
	_ = json.Unmarshal(metadata, &origin) // a job without metadata has no parent
	parent, _ := origin[parentKey].(string)
	ctx = propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{parentKey: parent})
	ctx, span := t.tracer.Start(ctx, "job "+kind, trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(attributes(attrs)...))
	return ctx, &Span{span}
}

// EndJob ends the span of a job. The argument err is the error of the job, or nil.
func (s *Span) EndJob(err error) {
	if s != nil {
		endSpan(s.span, time.Now(), err)
	}
}

// parentKey is the key under which the metadata of a job and the header of a request contain the parent span.
const parentKey = "traceparent"

// Metadata returns the metadata for a job that is created with ctx, or nil if ctx has no trace.
func Metadata(ctx context.Context) []byte {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return nil
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	text, err := json.Marshal(map[string]string{parentKey: carrier[parentKey]})
	if err != nil {
		return nil // a string can always be marshalled
	}
	return text
}

// AddStep adds a completed step to the trace of ctx, if ctx has a trace. The argument begin is the time at which the
// step began; the step ends now. The argument err is the error of the step, or nil.
func AddStep(ctx context.Context, name string, begin time.Time, err error, attrs ...slog.Attr) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return
	}
	now := time.Now()
	_, span := parent.TracerProvider().Tracer(scope).Start(ctx, name, trace.WithTimestamp(begin), trace.WithAttributes(attributes(attrs)...))
	endSpan(span, now, err)
}

// endSpan ends a span. It omits the text of the error, because this text may contain names of documents. The log has
// the text.
func endSpan(span trace.Span, at time.Time, err error) {
	if err != nil {
		span.SetStatus(codes.Error, "see the log for the reason")
	}
	span.End(trace.WithTimestamp(at))
}

// ID returns the id of the trace of ctx, or "".
func ID(ctx context.Context) string {
	if of := trace.SpanContextFromContext(ctx); of.IsValid() {
		return of.TraceID().String()
	}
	return ""
}

// attributes converts attributes of the log to attributes of a span.
func attributes(attrs []slog.Attr) []attribute.KeyValue {
	all := make([]attribute.KeyValue, len(attrs))
	for i, a := range attrs {
		key := attribute.Key(scope + "." + a.Key)
		if a.Value.Kind() == slog.KindInt64 {
			all[i] = key.Int64(a.Value.Int64())
		} else {
			all[i] = key.String(a.Value.String())
		}
	}
	return all
}
