// Package tracing sends traces of the server's work to an OpenTelemetry collector
// (https://opentelemetry.io/docs/specs/otlp/, over HTTP). It is the only package that imports OpenTelemetry.
//
// A [Tracer] starts a span for each request and each job. [AddStep] adds a step to the span of its context. Without a
// tracer, nothing is traced.
package tracing

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"lectern/backend/internal/sealedurl"
)

// scope is the name under which the spans are recorded (OpenTelemetry's instrumentation scope).
const scope = "lectern"

// Validate returns an error if the address is not that of a collector. An address with a user name is rejected, because
// the user name would not be sent.
func Validate(endpoint string) error {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("must be the address of a collector, such as http://127.0.0.1:4318, without a user, but is %q",
			sealedurl.Redact(endpoint))
	}
	return nil
}

// Tracer creates spans for requests and jobs. A nil Tracer creates none.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	log      *slog.Logger
}

// Open returns a tracer that sends to the collector at an address, below the path v1/traces. All other settings come
// from the environment variables of OpenTelemetry, such as OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER and
// OTEL_SERVICE_NAME. If the address is empty, the tracer is nil.
func Open(ctx context.Context, endpoint, version string, log *slog.Logger) (*Tracer, error) {
	if endpoint == "" {
		return nil, nil
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(strings.TrimRight(endpoint, "/")+"/v1/traces"))
	if err != nil {
		return nil, fmt.Errorf("send traces: %w", err)
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithHost(),
		resource.WithAttributes(attribute.String("service.name", scope), attribute.String("service.version", version)), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("identify the sender of traces: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(&loggingExporter{SpanExporter: exporter, log: log}), sdk.WithResource(about))
	return &Tracer{provider: provider, tracer: provider.Tracer(scope), log: log}, nil
}

// Close sends the remaining spans. It gives up when ctx ends.
func (t *Tracer) Close(ctx context.Context) {
	if t == nil {
		return
	}
	if err := t.provider.Shutdown(ctx); err != nil {
		t.log.WarnContext(ctx, "the last traces were not sent", slog.Any("error", err))
	}
}

// loggingExporter logs when traces cannot be sent, and when they can be sent again. Without this type, OpenTelemetry
// would write such errors to standard error.
type loggingExporter struct {
	sdk.SpanExporter
	log    *slog.Logger
	failed bool // whether the last batch failed; batches are sent one at a time
}

// ExportSpans implements [sdk.SpanExporter].
func (e *loggingExporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := e.SpanExporter.ExportSpans(ctx, spans)
	switch {
	case err != nil && !e.failed:
		e.log.WarnContext(ctx, "traces are not sent", slog.Any("error", err))
	case err == nil && e.failed:
		e.log.InfoContext(ctx, "traces are sent again")
	}
	e.failed = err != nil
	return nil // the failure is logged
}
