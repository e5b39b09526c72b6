package backend

import (
	"context"
	"log/slog"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/disk"
)

// How often the server looks after what grows old.
const (
	oftenUpkeep  = time.Minute
	seldomUpkeep = 10 * time.Minute
)

// upkeep writes down what is kept in memory, until ctx ends.
func (s *Server) upkeep(ctx context.Context) {
	often := time.NewTicker(oftenUpkeep)
	defer often.Stop()
	for {
		select {
		case <-ctx.Done():
			s.note(context.WithoutCancel(ctx))
			return
		case <-often.C:
			s.note(ctx)
		}
	}
}

// tidy removes what is old, until ctx ends.
func (s *Server) tidy(ctx context.Context) {
	seldom := time.NewTicker(oftenUpkeep) // a start has other work than to remove
	defer seldom.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-seldom.C:
			seldom.Reset(seldomUpkeep)
			s.prune(ctx)
		}
	}
}

// note writes down what is kept in memory.
func (s *Server) note(ctx context.Context) {
	s.warn(ctx, "the use of keys is not noted", s.accounts.SaveUses(ctx))
	s.warn(ctx, "the time is not noted", s.clock.Save(ctx))
	if s.db.Shared() { // where a node may have been told nothing
		s.warn(ctx, "changed settings are not in force", s.settings.Reload(ctx))
	}
}

// prune removes what is old.
func (s *Server) prune(ctx context.Context) {
	ctx = disk.WithReserve(ctx)
	current := s.settings.Get()
	retention := document.Retention{Age: time.Duration(current.RetentionDays) * 24 * time.Hour, Bytes: current.RetentionBytes}
	s.warn(ctx, "old documents are not removed", s.docs.Retain(ctx, retention))
	if current.TrashDays > 0 {
		before := time.Now().Add(-time.Duration(current.TrashDays) * 24 * time.Hour)
		s.warn(ctx, "the trash is not emptied", s.docs.EmptyTrash(ctx, before))
	}
	s.warn(ctx, "files that were set aside are not removed", s.docs.PruneSetAside(ctx))
	s.warn(ctx, "old tasks are not removed", s.pruneTasks(ctx, current.TaskDays))
	s.warn(ctx, "old entries of the audit log are not removed", s.audit.Prune(ctx, current.AuditDays))
	s.warn(ctx, "old records are not removed", s.db.Prune(ctx, time.Now()))
	s.warn(ctx, "files of watched folders that are gone are not forgotten", s.folders.Prune(ctx))
	s.warn(ctx, "old deliveries and events are not removed", s.hooks.Prune(ctx))
}

func (s *Server) warn(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, what, slog.Any("error", err))
	}
}
