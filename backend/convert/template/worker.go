package template

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/process"
	"lectern/converters/wire"
)

// When a process that fills templates is replaced, so that what it keeps in its memory goes: after
// so many requests, or so much time at work.
const (
	wornTemplates    = 500
	wornTemplateTime = 2 * time.Minute
)

// tooLarge is the code of the problem that what is sent to a process is too large.
const tooLarge = "too-large"

// templateRequest is a request with the bytes of its parts.
type request struct {
	wire.TemplateRequest
	bytes [][]byte
}

// payload gives the request as a frame has it.
func (r *request) payload() (head wire.TemplateHead, payload []byte, err error) {
	text, err := json.Marshal(r.TemplateRequest)
	if err != nil {
		return head, nil, err
	}
	size := len(text)
	for _, part := range r.bytes {
		size += len(part)
	}
	payload = append(make([]byte, 0, size), text...)
	for _, part := range r.bytes {
		payload = append(payload, part...)
	}
	return wire.TemplateHead{JSON: len(text)}, payload, nil
}

// templateArguments are what every process is started with.
func Arguments() []string { return []string{fmt.Sprintf("--memory=%d", int64(memoryLimit))} }

// newTemplatePool gives a pool of processes of `lectern-converter template`.
func newPool(cfg convert.Config) *process.Pool {
	return &process.Pool{
		Start: func() (*process.Worker, error) {
			p, err := process.StartWorker(cfg, "start template process", append([]string{"template"}, Arguments()...)...)
			if err == nil {
				cfg.Metrics.Started(convert.KindTemplate)
			}
			return p, err
		},
		IsWorn:  func(p *process.Worker) bool { return p.Requests >= wornTemplates || p.Busy > wornTemplateTime },
		MaxIdle: max(cfg.Workers, 1), IdleTime: cfg.Idle,
	}
}

// askTemplate makes a request of a process. After an error that must be ended. Errors are [*Error], or
// ctx's cause.
func sendRequest(ctx context.Context, p *process.Worker, request request, limit time.Duration) (result Result, err error) {
	head, payload, err := request.payload()
	if err != nil {
		return result, err
	}
	if len(payload) > wire.MaxPayload {
		result.Problems = []wire.TemplateProblem{{Code: tooLarge}}
		return result, nil
	}
	var said wire.TemplateHead
	err = p.Exchange(ctx, limit, "filling the template", process.Frame{Header: head, Payload: payload}, &said, func(answer []byte) (err error) {
		result, err = parseAnswer(said, answer)
		return err
	})
	return result, err
}
