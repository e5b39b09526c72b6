package backend

import (
	"cmp"
	"errors"
	"time"

	"lectern/backend/document"
	"lectern/backend/settings"
)

// trashDays is how many days what is in the trash is kept, where nobody says otherwise.
const trashDays = 30

// flagSettings gives what the flags say of what can be changed while the server runs.
func (c Config) flagSettings() settings.Settings {
	return settings.Settings{
		Addr:           cmp.Or(c.Addr, DefaultAddr),
		PublicURL:      c.PublicURL,
		HostNames:      orNone(c.HostNames),
		AllowedHosts:   orNone(c.AllowHosts),
		AllowedOrigins: orNone(c.AllowOrigins),
		MaxUpload:      c.MaxUpload,
		MaxQueue:       c.MaxQueue,
		TrashDays:      trashDays,
		TaskDays:       taskDays,
		CRMHosts:       []string{},
		DeadlineSecs:   int((c.Deadline + time.Second - 1) / time.Second),
	}
}

// orNone gives a list that is no null in JSON.
func orNone(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// apply puts settings into force that were changed.
func (s *Server) apply(changed settings.Settings) error {
	deadline := time.Duration(changed.DeadlineSecs) * time.Second
	if changed.DeadlineSecs == s.config.flagSettings().DeadlineSecs {
		deadline = s.config.Deadline // which may be of less than a second
	}
	s.docs.SetLimits(document.Limits{Upload: changed.MaxUpload, Inflation: s.config.MaxInflation, Time: deadline, Queue: changed.MaxQueue})
	s.tasks.SetLimits(s.config.taskLimits(changed))
	return errors.Join(s.platforms.Configure(changed.CRMHosts, changed.CRMFolder), s.client.Allow(changed.AllowedHosts))
}
