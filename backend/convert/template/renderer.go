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

// The bounds of what is asked of a template, if nobody says otherwise.
const (
	// DefaultTemplateTime bounds one request to a process.
	DefaultTimeLimit = time.Minute
	// templateMemory is what a process may take, in bytes.
	memoryLimit = 1 << 30
)

// The bounds of what is fetched for one template.
const (
	mostFetchedBytes = 100 << 20 // of all that is fetched
	fetchedTime      = 30 * time.Second
	fetchedAtOnce    = 4
	// mostRounds bounds how often is asked anew with what was fetched: for each of the documents that
	// include each other, for the pictures of the last one, and for all together.
	mostRounds = wire.MaxTemplateIncludes + 2
)

// Fetcher fetches what a template's parameters name by address.
type Fetcher interface {
	// Fetch gives what lies at an address, of at most so many bytes. Its error says that this
	// leads to nothing, or is ctx's. Several are fetched at once.
	Fetch(ctx context.Context, address string, most int64) ([]byte, error)
}

// TemplateOrder asks something of a template.
type Order struct {
	Do       string // one of the constants of wire
	Name     string // the template's file name
	Options  wire.TemplateOptions
	Template []byte              // an Office file, or a package
	Params   []byte              // a JSON object; nil is an empty one
	Row      []byte              // one whose members win over those of Params; nil is an empty one
	Rows     []byte              // a file of them, for [wire.TemplateRows]
	Notes    []wire.TemplateNote // for [wire.TemplateMark]
	Fetched  *FetchCache         // shared with other orders; nil where nothing is
}

// TemplateResult is what comes of an order: the bytes of each output are in the same place.
type Result struct {
	wire.TemplateAnswer
	Bytes [][]byte
}

// Templates fills templates, with processes of `lectern-converter template` that serve one
// request after the other. As many work at once as Config.Workers says. One that fails is
// replaced; those that are idle end after Config.Idle.
type Renderer struct {
	cfg     convert.Config
	fetcher Fetcher
	limit   time.Duration // of one request
	turns   chan struct{}
	pool    *process.Pool
}

// NewTemplates returns one that has started nothing. Its requests are bounded by
// [DefaultTemplateTime], or by limit where that is not 0.
func New(cfg convert.Config, fetcher Fetcher, limit time.Duration) *Renderer {
	if limit == 0 {
		limit = DefaultTimeLimit
	}
	workers := max(cfg.Workers, 1)
	return &Renderer{cfg: cfg, fetcher: fetcher, limit: limit, turns: make(chan struct{}, workers), pool: newPool(cfg)}
}

// Close ends the processes that are idle. Others end with what they do, and none is started.
func (t *Renderer) Close() error {
	t.pool.Close()
	return nil
}

// Run does what an order asks for, when its turn comes, with what its addresses lead to. What
// is wrong with the template or the parameters is in the result. Errors are [*Error], or ctx's
// cause, or [ErrClosed].
func (t *Renderer) Run(ctx context.Context, order Order) (result Result, err error) {
	defer func() { t.cfg.Metrics.Failed(convert.KindTemplate, err) }()
	fetched := &fetchedParts{fetcher: t.fetcher, shared: order.Fetched}
	fetched.left.Store(mostFetchedBytes)
	for range mostRounds {
		if result, err = t.ask(ctx, order, fetched.parts); err != nil || len(result.Needs) == 0 {
			return result, err
		}
		if err := fetched.add(ctx, result.Needs); err != nil {
			return Result{}, err
		}
	}
	return Result{}, &convert.Error{Reason: convert.ReasonCrashed, Detail: "the template asks for addresses again and again"}
}

// ask makes one request when its turn has come.
func (t *Renderer) ask(ctx context.Context, order Order, fetched []part) (result Result, err error) {
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
	tracing.Note(ctx, string(convert.KindTemplate)+" "+order.Do, begin, err)
	if err != nil {
		process.Stop()
		return Result{}, convert.MachineError(t.cfg, err)
	}
	t.cfg.Metrics.Took(convert.KindTemplate, order.Do, time.Since(begin))
	t.pool.Put(process)
	return result, nil
}

// templatePart is a part of a request with its bytes.
type part struct {
	kind, name string
	bytes      []byte
}

// request gives the parts of the request that an order makes.
func (o *Order) request(fetched []part) (request, error) {
	r := request{TemplateRequest: wire.TemplateRequest{Do: o.Do, Name: o.Name, Options: o.Options}}
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

// fetchedParts are what addresses lead to that a template needs.
type fetchedParts struct {
	fetcher Fetcher
	shared  *FetchCache
	parts   []part
	left    atomic.Int64 // bytes that may still come
	spent   time.Duration
}

// add fetches addresses. What cannot be had, or is too much, is an empty part. The error is ctx's
// cause.
func (f *fetchedParts) add(ctx context.Context, addresses []string) error {
	begin := time.Now()
	limited, cancel := context.WithTimeout(ctx, max(fetchedTime-f.spent, 0))
	defer cancel()
	parts := make([]part, len(addresses))
	turns := make(chan struct{}, fetchedAtOnce)
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

// fetch gives what lies at an address; nil where it cannot be had, or is too much.
func (f *fetchedParts) fetch(ctx context.Context, address string) []byte {
	left := f.left.Load()
	if ctx.Err() != nil || left <= 0 {
		return nil
	}
	got, err := f.shared.Fetch(ctx, f.fetcher, address, left)
	if err != nil {
		return nil
	}
	size := int64(len(got))
	if f.left.Add(-size) < 0 {
		f.left.Add(size) // smaller ones have room yet
		return nil
	}
	return got
}

// templateAnswer is what a process says, taken apart. What does not fit is an error.
func parseAnswer(head wire.TemplateHead, payload []byte) (result Result, err error) {
	if head.JSON < 0 || head.JSON > len(payload) {
		return result, errors.New("the answer of the template process ends too soon")
	}
	if err := json.Unmarshal(payload[:head.JSON], &result.TemplateAnswer); err != nil {
		return result, fmt.Errorf("answer of the template process: %w", err)
	}
	rest := payload[head.JSON:]
	for _, output := range result.Outputs {
		if output.Size < 0 || output.Size > int64(len(rest)) {
			return result, errors.New("an output of the template process ends too soon")
		}
		result.Bytes = append(result.Bytes, rest[:output.Size:output.Size])
		rest = rest[output.Size:]
	}
	return result, nil
}

// Rows gives the rows of a result of [wire.TemplateRows], one after the other; an error is the last.
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
