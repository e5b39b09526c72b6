package convert

import (
	"context"
	"time"

	"lectern/converters/wire"
)

// wornLooks is after how much time at work a process that looks is replaced: its sandbox
// ends it after two minutes of the processor's.
const wornLooks = 10 * time.Second

// nestingProcesses look whether documents are nested too deeply, each one after the other:
// to start a process for every small one costs more than the look. They parse in Go
// alone, in the same sandbox as those for one document.
type nestingProcesses struct {
	framePool
	looks *OOXML
}

func newNestingProcesses(looks *OOXML) *nestingProcesses {
	return &nestingProcesses{looks: looks, framePool: framePool{
		start: func() (*frameProcess, error) {
			words := append(append([]string{"ooxml"}, ooxmlArguments()...), nestingLevels(looks.cfg), wire.OOXMLNestings)
			return startFrameProcess(looks.cfg, "look into package", words...)
		},
		worn: func(p *frameProcess) bool { return p.spent > wornLooks }, most: max(looks.cfg.Workers, 1), idleTime: looks.cfg.Idle,
	}}
}

// look has a process look into a document.
func (n *nestingProcesses) look(ctx context.Context, document []byte) (said string, status int, err error) {
	process, err := n.take()
	if err != nil {
		return "", 0, err
	}
	var answer wire.NestingAnswer
	err = process.exchange(ctx, n.looks.cfg.Deadline, "looking into the package", frame{struct{}{}, document}, &answer,
		func([]byte) error { return nil })
	if err != nil {
		process.end()
		return "", 0, err
	}
	n.put(process)
	return answer.Said, answer.Status, nil
}
