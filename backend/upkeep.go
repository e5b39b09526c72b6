package backend

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"lectern/backend/document"
	"lectern/backend/event"
	"lectern/backend/internal/disk"
	"lectern/backend/settings"
)

// The intervals at which the server saves state and removes old data.
const (
	saveInterval  = time.Minute
	pruneInterval = 10 * time.Minute
)

// saveRegularly calls save at intervals until ctx ends, and then once more.
func (s *Server) saveRegularly(ctx context.Context) {
	ticker := time.NewTicker(saveInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			s.save(context.WithoutCancel(ctx))
			return
		case <-ticker.C:
			s.save(ctx)
		}
	}
}

// pruneRegularly calls prune at intervals until ctx ends.
func (s *Server) pruneRegularly(ctx context.Context) {
	ticker := time.NewTicker(saveInterval) // waits before the first call, because pruning would slow down the start
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			ticker.Reset(pruneInterval)
			s.prune(ctx)
		}
	}
}

// save stores when keys were last used, and the time of the clock by which keys and sessions expire. Both are otherwise
// only in memory. If several servers share the database, save also reloads the settings.
func (s *Server) save(ctx context.Context) {
	s.warn(ctx, "the use of keys was not recorded", s.accounts.SaveUses(ctx))
	s.warn(ctx, "the time was not recorded", s.clock.Save(ctx))
	if s.db.Shared() { // the notification of a change by another node may have been lost
		s.warn(ctx, "changed settings were not applied", s.settings.Reload(ctx))
	}
}

// prune removes documents, tasks, entries of the audit log and records that are older than the settings allow, and
// empties the trash.
func (s *Server) prune(ctx context.Context) {
	ctx = disk.WithReserve(ctx)
	current := s.settings.Get()
	retention := document.Retention{Age: time.Duration(current.RetentionDays) * 24 * time.Hour, Bytes: current.RetentionBytes}
	s.warn(ctx, "old documents were not removed", s.docs.ApplyRetention(ctx, retention))
	if current.TrashDays > 0 {
		before := time.Now().Add(-time.Duration(current.TrashDays) * 24 * time.Hour)
		s.warn(ctx, "the trash was not emptied", s.docs.EmptyTrash(ctx, before))
	}
	s.warn(ctx, "files that were set aside were not removed", s.library.Cleaner.PruneSetAside(ctx))
	if current.TaskDays > 0 {
		s.warn(ctx, "old tasks were not removed", s.tasks.Prune(ctx, time.Now().Add(-time.Duration(current.TaskDays)*24*time.Hour)))
	}
	s.warn(ctx, "old entries of the audit log are not removed", s.audit.Prune(ctx, current.AuditDays))
	s.warn(ctx, "old records are not removed", s.db.Prune(ctx, time.Now()))
	s.warn(ctx, "files of watched folders that are gone are not forgotten", s.folders.Prune(ctx))
	s.warn(ctx, "old deliveries and events are not removed", s.hooks.Prune(ctx))
}

// warn logs an error, unless the error is nil or ctx has ended.
func (s *Server) warn(ctx context.Context, message string, err error) {
	if err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, message, slog.Any("error", err))
	}
}

// relayChanges exchanges changes with other nodes until ctx ends. It returns at once if the library cannot have other
// nodes.
func (s *Server) relayChanges(ctx context.Context) {
	if s.db.Shared() {
		(&event.Relay{Nodes: s.db, Local: &s.changes.Local, OnChange: s.receiveChange, Log: s.log}).Run(ctx)
	}
}

// receiveChange notifies subscribers on this node of a change on another node. A change without a topic means that
// anything may have changed.
func (s *Server) receiveChange(ctx context.Context, c event.Change) {
	all := c.Topic == ""
	if all {
		s.changes.All.Reset()
	} else {
		s.changes.All.Publish(c)
	}
	if all || c.Topic == event.Document {
		s.docs.Wake(c.ID)
	}
	if all || c.Topic == event.Task {
		s.tasks.Wake(c.ID)
	}
	if all || c.Topic == event.Session {
		s.sessions.Wake(c.ID)
	}
	if all || c.Topic == event.Settings {
		s.warn(ctx, "changed settings were not applied", s.settings.Reload(ctx))
	}
	if all || c.Topic == event.Folder {
		s.warn(ctx, "changed folders are not watched", s.folders.Reload(ctx))
	}
}

// apply applies changed settings.
func (s *Server) apply(changed settings.Settings) error {
	deadline := time.Duration(changed.DeadlineSecs) * time.Second
	if changed.DeadlineSecs == s.config.flagSettings().DeadlineSecs {
		deadline = s.config.Deadline // the setting is in whole seconds, the flag is not
	}
	s.docs.SetLimits(document.Limits{Upload: changed.MaxUpload, Inflation: s.config.MaxInflation, Time: deadline, Queue: changed.MaxQueue})
	s.tasks.SetLimits(s.config.taskLimits(changed))
	return errors.Join(s.platforms.Configure(changed.CRMHosts, changed.CRMFolder), s.client.Allow(changed.AllowedHosts))
}
