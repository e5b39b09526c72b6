package inspect

import (
	"context"
	"time"

	"lectern/backend/convert/process"
	"lectern/converters/wire"
)

// maxBusy is the busy time after which a process is replaced. Its sandbox would kill it after two minutes of processor
// time.
const maxBusy = 10 * time.Second

// nestingWorkers are processes that check the nesting of one document after another, because starting a process for
// every small document takes longer than the check. Documents can safely share a process, because it only runs Go code
// on them, in the same sandbox as processes that check one document.
type nestingWorkers struct {
	process.Pool
	inspector *Inspector
}

func newNestingWorkers(inspector *Inspector) *nestingWorkers {
	return &nestingWorkers{inspector: inspector, Pool: process.Pool{
		Start: func() (*process.Worker, error) {
			words := append(append([]string{"ooxml"}, Arguments()...), nestingLevels(inspector.cfg), wire.OOXMLNestings)
			return process.StartWorker(inspector.cfg, "look into package", words...)
		},
		IsWorn: func(p *process.Worker) bool { return p.Busy > maxBusy }, MaxIdle: max(inspector.cfg.Workers, 1), IdleTime: inspector.cfg.Idle,
	}}
}

// check passes a document to a process and returns the process's error message and status.
func (n *nestingWorkers) check(ctx context.Context, document []byte) (output string, status int, err error) {
	worker, err := n.Get()
	if err != nil {
		return "", 0, err
	}
	var answer wire.NestingAnswer
	err = worker.Exchange(ctx, n.inspector.cfg.Deadline, "looking into the package", process.Frame{Header: struct{}{},
		Payload: document}, &answer,
		func([]byte) error { return nil })
	if err != nil {
		worker.Stop()
		return "", 0, err
	}
	n.Put(worker)
	return answer.Stderr, answer.Status, nil
}
