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

// A process is replaced after it has served maxRequests requests or has been busy for the time maxBusy. This frees
// memory that the process does not release.
const (
	maxRequests = 500
	maxBusy     = 2 * time.Minute
)

// tooLarge is the code of the problem that a request is too large for a process.
const tooLarge = "too-large"

// request is a request with the content of its parts.
type request struct {
	wire.TemplateRequest
	bytes [][]byte
}

// payload returns the request as the content of a frame.
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

// Arguments returns the command-line arguments that all template processes have.
func Arguments() []string { return []string{fmt.Sprintf("--memory=%d", int64(memoryLimit))} }

// newPool returns a pool of processes of `lectern-converter template`.
func newPool(cfg convert.Config) *process.Pool {
	return &process.Pool{
		Start: func() (*process.Worker, error) {
			p, err := process.StartWorker(cfg, "start template process", append([]string{"template"}, Arguments()...)...)
			if err == nil {
				cfg.Metrics.Started(convert.KindTemplate)
			}
			return p, err
		},
		IsWorn:  func(p *process.Worker) bool { return p.Requests >= maxRequests || p.Busy > maxBusy },
		MaxIdle: max(cfg.Workers, 1), IdleTime: cfg.Idle,
	}
}

// sendRequest sends a request to a process, which must be stopped after an error. Errors are [*convert.Error] or the
// cause of ctx.
func sendRequest(ctx context.Context, p *process.Worker, request request, limit time.Duration) (result Result, err error) {
	head, payload, err := request.payload()
	if err != nil {
		return result, err
	}
	if len(payload) > wire.MaxPayload {
		result.Problems = []wire.TemplateProblem{{Code: tooLarge}}
		return result, nil
	}
	var reply wire.TemplateHead
	err = p.Exchange(ctx, limit, "filling the template", process.Frame{Header: head, Payload: payload}, &reply,
		func(answer []byte) (err error) {
			result, err = parseAnswer(reply, answer)
			return err
		})
	return result, err
}
