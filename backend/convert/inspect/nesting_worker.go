package inspect

import (
	"context"
	"time"

	"lectern/backend/convert/process"
	"lectern/converters/wire"
)

// maxBusy is after how much time at work a process that looks is replaced: its sandbox
// ends it after two minutes of the processor's.
const maxBusy = 10 * time.Second

// nestingProcesses look whether documents are nested too deeply, each one after the other:
// to start a process for every small one costs more than the look. They parse in Go
// alone, in the same sandbox as those for one document.
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

// look has a process look into a document.
func (n *nestingWorkers) check(ctx context.Context, document []byte) (said string, status int, err error) {
	worker, err := n.Get()
	if err != nil {
		return "", 0, err
	}
	var answer wire.NestingAnswer
	err = worker.Exchange(ctx, n.inspector.cfg.Deadline, "looking into the package", process.Frame{Header: struct{}{}, Payload: document}, &answer,
		func([]byte) error { return nil })
	if err != nil {
		worker.Stop()
		return "", 0, err
	}
	n.Put(worker)
	return answer.Said, answer.Status, nil
}
