package event

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"
)

// Nodes sends messages between the servers that share a library, which are called nodes.
type Nodes interface {
	// Broadcast sends messages to all other nodes.
	Broadcast(ctx context.Context, messages []string) error
	// OnMessage sets the function that is called with each message of another node, and with "" if messages may have
	// been missed.
	OnMessage(receive func(message string))
}

// Relay exchanges notifications of changes between this node and the other nodes.
type Relay struct {
	Nodes Nodes
	// Local are the changes on this node.
	Local *Changes
	// OnChange is called with each change on another node. A change without a topic means that anything may have
	// changed.
	OnChange func(context.Context, Change)
	Log      *slog.Logger
}

// Run exchanges notifications with the other nodes until ctx ends.
func (r *Relay) Run(ctx context.Context) {
	messages := make(chan string, 1000)
	r.Nodes.OnMessage(func(message string) {
		select {
		case messages <- message:
		case <-ctx.Done():
		}
	})
	var both sync.WaitGroup
	both.Go(func() { r.receive(ctx, messages) })
	both.Go(func() {
		_ = r.Local.Follow(ctx, time.Hour, func(changes []Change, missed bool) error { return r.send(ctx, changes, missed) })
	}) // Follow returns when ctx ends; send returns no error
	both.Wait()
}

// send broadcasts changes on this node. If missed is true, it broadcasts that anything may have changed.
func (r *Relay) send(ctx context.Context, changes []Change, missed bool) error {
	var messages []string
	if missed {
		messages = []string{"{}"}
	}
	for _, c := range changes {
		text, _ := json.Marshal(c) // a struct of strings can always be marshalled
		messages = append(messages, string(text))
	}
	if len(messages) == 0 {
		return nil
	}
	if err := r.Nodes.Broadcast(ctx, messages); err != nil && ctx.Err() == nil {
		r.Log.WarnContext(ctx, "other nodes are not notified of changes", slog.Any("error", err))
	}
	return nil
}

// receive calls OnChange for the messages of other nodes.
func (r *Relay) receive(ctx context.Context, messages <-chan string) {
	for {
		select {
		case message := <-messages:
			var c Change
			if err := json.Unmarshal([]byte(message), &c); message != "" && err != nil {
				r.Log.WarnContext(ctx, "a notification from another node cannot be read", slog.Any("error", err))
				continue
			}
			r.OnChange(ctx, c)
		case <-ctx.Done():
			return
		}
	}
}
