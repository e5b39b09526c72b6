package task

import (
	"context"

	"golang.org/x/sync/semaphore"

	"lectern/backend/sentence"
)

// maxParamsMemory is the maximum total size, in bytes, of the parameters of all running tasks of a queue. The
// parameters of a single task may exceed the limit. The limit is low because filling a template needs several times as
// much memory as the parameters.
const maxParamsMemory = 10 << 20

// paramsMemory returns the semaphore that limits the memory for parameters in this task's queue. The queues have
// separate limits, because tasks with many rows take long.
func (r *run) paramsMemory() *semaphore.Weighted {
	if r.t.Rows != nil {
		return r.service.rowsMemory
	}
	return r.service.singleMemory
}

// openParams waits until there is memory for the parameters, and decrypts them.
func (r *run) openParams(ctx context.Context) error {
	size, err := r.service.store.MeasureTaskParams(ctx, r.t.ID)
	if err != nil || size == 0 {
		return err
	}
	size = min(size, maxParamsMemory)
	if err := r.paramsMemory().Acquire(ctx, size); err != nil {
		return err
	}
	r.reserved = size
	sealed, err := r.service.store.FindTaskParams(ctx, r.t.ID)
	if err != nil {
		return err
	}
	if sealed == nil {
		return errCancelled // the task was cancelled while it waited
	}
	text, err := r.service.sealer.Open(sealed, owner(r.t.ID))
	if err != nil {
		return errParamsLost()
	}
	r.params = []byte(text)
	return nil
}

// closeParams discards the parameters, because the following steps do not need them.
func (r *run) closeParams(context.Context) error {
	if r.t.Integration != nil {
		r.linkTo = r.linkedRecord(r.t.Integration)
	}
	r.releaseParams()
	return nil
}

func (r *run) releaseParams() {
	r.params = nil
	r.paramsMemory().Release(r.reserved)
	r.reserved = 0
}

func errParamsLost() error {
	return failure("params-lost", sentence.New("task-params-lost", "The parameters of the task can no longer be read, because "+
		"the key that encrypted them is gone. Post the task again."))
}
