package backend

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"lectern/backend/document"
	"lectern/backend/settings"
	"lectern/backend/store"
)

// trashDays is how many days what is in the trash is kept, where nobody says otherwise.
const trashDays = 30

// auditDays is how many days the audit log has of what was done, where nobody says otherwise.
const auditDays = 365

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
		AuditDays:      auditDays,
		CRMHosts:       []string{},
		DeadlineSecs:   int((c.Deadline + time.Second - 1) / time.Second),
	}
}

// settingOf has the names of the settings that stand above flags, by the flags' names. That of the
// address stands below its flag.
var settingOf = map[string]string{
	"addr": "addr", "public-url": "publicURL", "host-name": "hostNames", "allow-host": "allowedHosts", "allow-origin": "allowedOrigins",
	"max-upload": "maxUpload", "max-queue": "maxQueue", "deadline": "deadlineSeconds",
}

// Changed gives what was changed while a server ran on the library that the configuration names, as
// flags have it, by the flags' names. Where there is no library, nothing was changed; of one in
// PostgreSQL nothing is known: its settings are not looked at without a server.
func (c Config) Changed() (map[string]string, error) {
	path, err := FindDatabase(cmp.Or(c.Data, DefaultData()))
	if err != nil || c.Database != "" {
		return nil, nil
	}
	changed := make(map[string]string)
	for flag, name := range settingOf {
		text, err := store.PeekSetting(context.Background(), path, name)
		if err != nil {
			return nil, fmt.Errorf("the library %s cannot be read: %w", path, err)
		}
		if text != "" && (flag != "addr" || c.Addr == "") {
			changed[flag] = asFlag(flag, text)
		}
	}
	return changed, nil
}

// asFlag writes the JSON of a setting as its flag has it.
func asFlag(flag, text string) string {
	var list []string
	var one string
	switch {
	case json.Unmarshal([]byte(text), &list) == nil:
		return strings.Join(list, ",")
	case json.Unmarshal([]byte(text), &one) == nil:
		return one
	case flag == "deadline":
		return text + "s"
	}
	return text
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
