package convert

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

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
type templateRequest struct {
	wire.TemplateRequest
	bytes [][]byte
}

// payload gives the request as a frame has it.
func (r *templateRequest) payload() (head wire.TemplateHead, payload []byte, err error) {
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
func templateArguments() []string { return []string{fmt.Sprintf("--memory=%d", int64(templateMemory))} }

// newTemplatePool gives a pool of processes of `lectern-converter template`.
func newTemplatePool(cfg Config) *framePool {
	return &framePool{
		start: func() (*frameProcess, error) {
			p, err := startFrameProcess(cfg, "start template process", append([]string{"template"}, templateArguments()...)...)
			if err == nil {
				cfg.Metrics.started(kindTemplate)
			}
			return p, err
		},
		worn: func(p *frameProcess) bool { return p.asked >= wornTemplates || p.spent > wornTemplateTime },
		most: max(cfg.Workers, 1), idleTime: cfg.Idle,
	}
}

// askTemplate makes a request of a process. After an error that must be ended. Errors are [*Error], or
// ctx's cause.
func askTemplate(ctx context.Context, p *frameProcess, request templateRequest, limit time.Duration) (result TemplateResult, err error) {
	head, payload, err := request.payload()
	if err != nil {
		return result, err
	}
	if len(payload) > wire.MaxPayload {
		result.Problems = []wire.TemplateProblem{{Code: tooLarge}}
		return result, nil
	}
	var said wire.TemplateHead
	err = p.exchange(ctx, limit, "filling the template", frame{head, payload}, &said, func(answer []byte) (err error) {
		result, err = templateAnswer(said, answer)
		return err
	})
	return result, err
}
