package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/event"
	"lectern/backend/internal/fault"
)

// errDisconnected is the error of a stream whose client has disconnected, or no longer reads.
var errDisconnected = errors.New("the client does not receive events any more")

// logBrokenStream logs the error that ended a stream. It ignores that a client has disconnected, or that its key is no
// longer valid. The error is only logged: it cannot be sent to the client, because a part of the response has already
// been sent.
func logBrokenStream(ctx context.Context, err error) {
	_, refused := errors.AsType[*fault.Error](err)
	if err == nil || refused || ctx.Err() != nil || errors.Is(err, errDisconnected) {
		return
	}
	slog.ErrorContext(ctx, "a stream of events ended because of an error", slog.Any("error", err))
}

// eventStream is a response of server-sent events.
type eventStream struct {
	out      *stream
	checkKey func() error // returns an error when the client's key is no longer valid
}

// newEventStream begins a response of server-sent events. The stream ends when checkKey returns an error, because the
// client's API key is no longer valid or has lost the right to read events.
func newEventStream(response huma.Context, checkKey func() error) *eventStream {
	_, w := humago.Unwrap(response)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // for proxies that buffer responses
	return &eventStream{out: newStream(w), checkKey: checkKey}
}

// begin sends the id after which the stream starts. A client that loses the connection before the first event then
// knows after which id to continue.
func (s *eventStream) begin(after int64) error {
	return s.write(fmt.Appendf(nil, "id: %d\n\n", after))
}

// sendEvents writes events. If there are no events, it writes a comment with the id upTo. The client then knows that it
// has received all events up to this id that it may read.
func (s *eventStream) sendEvents(events []event.Event, upTo int64) error {
	if err := s.checkKey(); err != nil {
		return err
	}
	if len(events) == 0 {
		return s.write(fmt.Appendf(nil, ": still here\nid: %d\n\n", upTo))
	}
	var text []byte
	for _, e := range events {
		data, err := json.Marshal(e)
		if err != nil {
			return err
		}
		text = fmt.Appendf(text, "id: %d\nevent: %s\ndata: %s\n\n", e.ID, e.Type, data)
	}
	return s.write(text)
}

// write sends text at once.
func (s *eventStream) write(text []byte) error {
	_, err := s.out.Write(text)
	if err == nil {
		err = s.out.controller.Flush()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errDisconnected, err)
	}
	return nil
}
