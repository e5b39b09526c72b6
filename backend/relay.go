package backend

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"lectern/backend/internal/news"
)

// tell gives a listener that tells of changes of one kind: those who follow here, and all other
// nodes at this library.
func (s *Server) tell(topic news.Topic) news.Listener {
	return func(id string) {
		s.news.Tell(topic, id)
		s.own.Tell(topic, id)
	}
}

// relay tells the other nodes what changes here, and those who wait here what changes there, until
// ctx ends.
func (s *Server) relay(ctx context.Context) {
	if !s.db.Shared() {
		return
	}
	heard := make(chan string, 1000)
	s.db.Hear(func(message string) {
		select {
		case heard <- message:
		case <-ctx.Done():
		}
	})
	var both sync.WaitGroup
	both.Go(func() { s.followNodes(ctx, heard) })
	both.Go(func() {
		// It ends with ctx.
		_ = s.own.Follow(ctx, time.Hour, func(changes []news.Change, missed bool) error {
			s.warn(ctx, "other nodes are not told of what has changed", s.broadcast(ctx, changes, missed))
			return nil
		})
	})
	both.Wait()
}

// broadcast tells the other nodes of changes; with missed of all that there may have been.
func (s *Server) broadcast(ctx context.Context, changes []news.Change, missed bool) error {
	var messages []string
	if missed {
		messages = []string{"{}"}
	}
	for _, c := range changes {
		text, err := json.Marshal(c)
		if err != nil {
			return err
		}
		messages = append(messages, string(text))
	}
	if len(messages) == 0 {
		return nil
	}
	return s.db.Broadcast(ctx, messages)
}

// followNodes tells those who wait here what the other nodes say.
func (s *Server) followNodes(ctx context.Context, heard <-chan string) {
	for {
		select {
		case message := <-heard:
			var c news.Change
			if err := json.Unmarshal([]byte(message), &c); message != "" && err != nil {
				s.log.WarnContext(ctx, "a node said something strange", slog.Any("error", err))
				continue
			}
			s.hear(ctx, c)
		case <-ctx.Done():
			return
		}
	}
}

// hear tells those who wait here of a change on another node; of one without a topic that anything
// may have changed.
func (s *Server) hear(ctx context.Context, c news.Change) {
	all := c.Topic == ""
	if all {
		s.news.Reset()
	} else {
		s.news.Tell(c.Topic, c.ID)
	}
	if all || c.Topic == news.Document {
		s.docs.Hear(c.ID)
	}
	if all || c.Topic == news.Task {
		s.tasks.Hear(c.ID)
	}
	if all || c.Topic == news.Session {
		s.sessions.Hear(c.ID)
	}
	if all || c.Topic == news.Settings {
		s.warn(ctx, "changed settings are not in force", s.settings.Reload(ctx))
	}
	if all || c.Topic == news.Folder {
		s.warn(ctx, "changed folders are not watched", s.folders.Reload(ctx))
	}
}
