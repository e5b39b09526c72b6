// Package singleflight shares one call of a function among concurrent callers. It adds contexts to the package of that
// name in golang.org/x/sync, and returns panics as errors.
package singleflight

import (
	"context"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/singleflight"
)

// Group contains the running calls. The zero value is ready to use.
type Group[T any] struct{ calls singleflight.Group }

// Do returns the result of the function call. Concurrent callers with the same key share one execution of this
// function. If the context of a caller ends, Do returns its cause, and the function continues: its context has the
// values of the first caller's context, but is never canceled. If the function panics, Do returns an error.
func (g *Group[T]) Do(ctx context.Context, key string, call func(context.Context) (T, error)) (T, error) {
	called := g.calls.DoChan(key, func() (any, error) { return recovering(context.WithoutCancel(ctx), call) })
	select {
	case <-ctx.Done():
		var zero T
		return zero, context.Cause(ctx)
	case result := <-called:
		value, _ := result.Val.(T)
		return value, result.Err
	}
}

// recovering calls a function, and returns a panic as an error: in the goroutine of a [singleflight.Group], a panic would
// end the process.
func recovering[T any](ctx context.Context, call func(context.Context) (T, error)) (value T, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic in a shared call: %v\n%s", reason, debug.Stack())
		}
	}()
	return call(ctx)
}
