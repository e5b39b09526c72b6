// Package tracing sends traces of what the server does to a collector of OpenTelemetry
// (https://opentelemetry.io/docs/specs/otlp/, over HTTP). It is the only package that knows of it.
//
// A span is begun by a [Tracer] for a request and for a job; what is done in the context of one is a
// part of it, by [Note]. Where there is no tracer, no span is made.
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

// scope names who has made the spans.
const scope = "lectern"

// Validate refuses what is no address of a collector. A user in it would not be sent along.
func Validate(endpoint string) error {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("is the address of a collector, such as http://127.0.0.1:4318, without a user; it was %q", sealedurl.Redact(endpoint))
	}
	return nil
}

// Tracer makes spans of requests and jobs. Nil makes none.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	log      *slog.Logger
}

// Open makes a tracer that sends to the collector at an address, below which traces have the path
// v1/traces. What else there is to choose is taken from the variables of OpenTelemetry
// (OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER, OTEL_SERVICE_NAME and so on). Without an address
// the tracer is nil.
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
		return nil, fmt.Errorf("name who sends traces: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(&exporting{SpanExporter: exporter, log: log}), sdk.WithResource(about))
	return &Tracer{provider: provider, tracer: provider.Tracer(scope), log: log}, nil
}

// Close sends what is left, as long as ctx lasts.
func (t *Tracer) Close(ctx context.Context) {
	if t == nil {
		return
	}
	if err := t.provider.Shutdown(ctx); err != nil {
		t.log.WarnContext(ctx, "the last traces were not sent", slog.Any("error", err))
	}
}

// exporting tells the log, rather than the standard error of the process, when traces cannot be sent,
// and when they can again.
type exporting struct {
	sdk.SpanExporter
	log    *slog.Logger
	failed bool // the last time; one batch is sent at a time
}

// ExportSpans implements [sdk.SpanExporter].
func (e *exporting) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := e.SpanExporter.ExportSpans(ctx, spans)
	switch {
	case err != nil && !e.failed:
		e.log.WarnContext(ctx, "traces are not sent", slog.Any("error", err))
	case err == nil && e.failed:
		e.log.InfoContext(ctx, "traces are sent again")
	}
	e.failed = err != nil
	return nil // it is told
}
