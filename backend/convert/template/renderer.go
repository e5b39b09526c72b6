// Package template renders templates with converter processes.
package template

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/process"
	"lectern/backend/internal/tracing"
	"lectern/converters/wire"
)

// Limits of a request.
const (
	// DefaultTimeLimit is the default time limit of one request.
	DefaultTimeLimit = time.Minute
	// memoryLimit limits the address space of a process, in bytes.
	memoryLimit = 1 << 30
)

// Limits of the content that is fetched for one template.
const (
	maxFetchedBytes = 100 << 20        // in total
	fetchTimeLimit  = 30 * time.Second // in total
	maxFetches      = 4                // at the same time
	// maxRounds is the maximum number of times that a request is sent. Each time, it contains more fetched content:
	// once for each level of included documents, once for the images in the innermost document, and once when
	// everything is fetched.
	maxRounds = wire.MaxTemplateIncludes + 2
)

// Fetcher fetches the content of addresses in a template's parameters.
type Fetcher interface {
	// Fetch returns the content at an address. The error means that the address has no content, that the content has
	// more than limit bytes, or that ctx has ended, in which case it is the cause of ctx. Fetch is called concurrently.
	Fetch(ctx context.Context, address string, limit int64) ([]byte, error)
}

// Order describes an operation on a template.
type Order struct {
	Operation  string // an operation of package wire, such as [wire.TemplateRender]
	Name       string // file name of the template
	Options    wire.TemplateOptions
	Template   []byte              // an Office file, or a package of several
	Params     []byte              // a JSON object; nil means an empty one
	Row        []byte              // a JSON object whose members override those of Params; nil means an empty one
	Rows       []byte              // a file with rows, for [wire.TemplateRows]
	Notes      []wire.TemplateNote // for [wire.TemplateMark]
	FetchCache *FetchCache         // shared with other orders; may be nil
}

// Result is the result of an order. Bytes[i] is the content of Outputs[i].
type Result struct {
	wire.TemplateAnswer
	Bytes [][]byte
}

// Renderer renders templates with processes of `lectern-converter template`, each of which serves one request after
// another. Config.Workers requests can run at the same time. A process that fails is replaced; idle processes end after
// Config.Idle. A Renderer is safe for concurrent use.
type Renderer struct {
	cfg     convert.Config
	fetcher Fetcher
	limit   time.Duration // time limit of one request
	turns   chan struct{}
	pool    *process.Pool
}

// New returns a renderer. It starts no process yet. The argument limit is the time limit of one request; 0 means
// [DefaultTimeLimit].
func New(cfg convert.Config, fetcher Fetcher, limit time.Duration) *Renderer {
	if limit == 0 {
		limit = DefaultTimeLimit
	}
	workers := max(cfg.Workers, 1)
	return &Renderer{cfg: cfg, fetcher: fetcher, limit: limit, turns: make(chan struct{}, workers), pool: newPool(cfg)}
}

// Close ends the idle processes. Busy processes end after their request. No new processes are started.
func (t *Renderer) Close() error {
	t.pool.Close()
	return nil
}

// Run waits for its turn and performs an order. It fetches the content of the addresses that the template needs. Errors
// in the template or the parameters are part of the result. All other errors are [*convert.Error], the cause of ctx, or
// [convert.ErrClosed].
func (t *Renderer) Run(ctx context.Context, order Order) (result Result, err error) {
	defer func() { t.cfg.Metrics.Failed(convert.KindTemplate, err) }()
	fetched := &fetchedParts{fetcher: t.fetcher, shared: order.FetchCache}
	fetched.remaining.Store(maxFetchedBytes)
	for range maxRounds {
		if result, err = t.runOnce(ctx, order, fetched.parts); err != nil || len(result.Needs) == 0 {
			return result, err
		}
		if err := fetched.add(ctx, result.Needs); err != nil {
			return Result{}, err
		}
	}
	return Result{}, &convert.Error{Reason: convert.ReasonCrashed, Detail: "the template requests too many addresses"}
}

// runOnce waits for its turn and sends one request.
func (t *Renderer) runOnce(ctx context.Context, order Order, fetched []part) (result Result, err error) {
	select {
	case t.turns <- struct{}{}:
		defer func() { <-t.turns }()
	case <-ctx.Done():
		return result, context.Cause(ctx)
	}
	request, err := order.request(fetched)
	if err != nil {
		return result, err
	}
	process, err := t.pool.Get()
	if err != nil {
		return result, convert.MachineError(t.cfg, err)
	}
	begin := time.Now()
	result, err = sendRequest(ctx, process, request, t.limit)
	tracing.AddStep(ctx, string(convert.KindTemplate)+" "+order.Operation, begin, err)
	if err != nil {
		process.Stop()
		return Result{}, convert.MachineError(t.cfg, err)
	}
	t.cfg.Metrics.ObserveStep(convert.KindTemplate, order.Operation, time.Since(begin))
	t.pool.Put(process)
	return result, nil
}

// part is a part of a request with its content.
type part struct {
	kind, name string
	bytes      []byte
}

// request returns the request for the order.
func (o *Order) request(fetched []part) (request, error) {
	r := request{TemplateRequest: wire.TemplateRequest{Do: o.Operation, Name: o.Name, Options: o.Options}}
	var parts []part
	for _, one := range []part{
		{kind: wire.TemplateFile, bytes: o.Template}, {kind: wire.TemplateParams, bytes: o.Params},
		{kind: wire.TemplateRowParams, bytes: o.Row}, {kind: wire.TemplateRowsFile, bytes: o.Rows},
	} {
		if one.bytes != nil {
			parts = append(parts, one)
		}
	}
	if o.Notes != nil {
		notes, err := json.Marshal(o.Notes)
		if err != nil {
			return r, err
		}
		parts = append(parts, part{kind: wire.TemplateNotes, bytes: notes})
	}
	for _, part := range append(parts, fetched...) {
		r.Parts = append(r.Parts, wire.TemplatePart{Kind: part.kind, Name: part.name, Size: int64(len(part.bytes))})
		r.bytes = append(r.bytes, part.bytes)
	}
	return r, nil
}

// fetchedParts contains the fetched content of the addresses that a template needs.
type fetchedParts struct {
	fetcher   Fetcher
	shared    *FetchCache
	parts     []part
	remaining atomic.Int64 // bytes that may still be fetched
	spent     time.Duration
}

// add fetches addresses. If an address has no content, or too much, its part is empty. The error is the cause of ctx.
func (f *fetchedParts) add(ctx context.Context, addresses []string) error {
	begin := time.Now()
	limited, cancel := context.WithTimeout(ctx, max(fetchTimeLimit-f.spent, 0))
	defer cancel()
	parts := make([]part, len(addresses))
	turns := make(chan struct{}, maxFetches)
	var work sync.WaitGroup
	for i, address := range addresses {
		turns <- struct{}{}
		work.Go(func() {
			defer func() { <-turns }()
			parts[i] = part{kind: wire.TemplateFetched, name: address, bytes: f.fetch(limited, address)}
		})
	}
	work.Wait()
	f.parts = append(f.parts, parts...)
	f.spent += time.Since(begin)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// fetch returns the content at an address, or nil if there is none or it is too long.
func (f *fetchedParts) fetch(ctx context.Context, address string) []byte {
	left := f.remaining.Load()
	if ctx.Err() != nil || left <= 0 {
		return nil
	}
	got, err := f.shared.Fetch(ctx, f.fetcher, address, left)
	if err != nil {
		return nil
	}
	size := int64(len(got))
	if f.remaining.Add(-size) < 0 {
		f.remaining.Add(size) // smaller content may still fit
		return nil
	}
	return got
}

// parseAnswer decodes the answer of a process. It returns an error if the sizes in the answer are inconsistent.
func parseAnswer(head wire.TemplateHead, payload []byte) (result Result, err error) {
	if head.JSON < 0 || head.JSON > len(payload) {
		return result, errors.New("the response of the template process is incomplete")
	}
	if err := json.Unmarshal(payload[:head.JSON], &result.TemplateAnswer); err != nil {
		return result, fmt.Errorf("response of the template process: %w", err)
	}
	rest := payload[head.JSON:]
	for _, output := range result.Outputs {
		if output.Size < 0 || output.Size > int64(len(rest)) {
			return result, errors.New("an output of the template process is incomplete")
		}
		result.Bytes = append(result.Bytes, rest[:output.Size:output.Size])
		rest = rest[output.Size:]
	}
	return result, nil
}

// Rows returns an iterator over the rows of a result of [wire.TemplateRows]. It ends after the first error.
func (r *Result) Rows() iter.Seq2[wire.TemplateRow, error] {
	return func(yield func(wire.TemplateRow, error) bool) {
		if len(r.Bytes) == 0 {
			return
		}
		for line := range bytes.Lines(r.Bytes[0]) {
			var row wire.TemplateRow
			if err := json.Unmarshal(line, &row); err != nil {
				yield(row, fmt.Errorf("row of the template process: %w", err))
				return
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}
