package backend

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"lectern/backend/convert"
	"lectern/backend/convert/office"
	"lectern/backend/convert/process"
	"lectern/backend/document"
	"lectern/backend/internal/certificate"
	"lectern/backend/internal/observe"
	"lectern/backend/library"
	"lectern/backend/settings"
	"lectern/backend/store"
	"lectern/backend/task"
)

// withDefaults returns the configuration with the defaults that depend on the machine, and validates it.
func (c Config) withDefaults() (Config, error) {
	if c.Data == "" {
		c.Data = library.DefaultData()
	}
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	return c, c.ValidateHere()
}

// Place returns where the library is stored.
func (c Config) Place() library.Place {
	return library.Place{Data: cmp.Or(c.Data, library.DefaultData()), Database: c.Database, Blobs: c.Blobs}
}

// NewLog returns a log with the configured level and format that writes to w, and sets it as the default log of the
// process.
func (c Config) NewLog(w io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo // the flag allows only names of levels
	}
	options := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewTextHandler(w, options)
	if c.LogFormat == "json" {
		handler = slog.NewJSONHandler(w, options)
	}
	log := slog.New(observe.LogHandler(handler))
	slog.SetDefault(log)
	return log
}

// idle is how long a converter process is kept running without work.
const idle = 3 * time.Minute

// ConverterConfig finds the converters and returns their configuration. The argument temp is a private folder for their
// temporary files.
func ConverterConfig(config Config, temp string) (convert.Config, error) {
	if library.HasControl(temp) {
		return convert.Config{}, fmt.Errorf("the path of the folder for temporary files, %q, has a line break, a tab or another "+
			"control character, which converters do not support: set TMPDIR to another folder", temp)
	}
	config.Data, config.TLSCert, config.TLSKey = "", "", "" // converters do not use these
	if err := config.ValidateHere(); err != nil {
		return convert.Config{}, err
	}
	converter, err := process.FindConverter()
	if err != nil {
		return convert.Config{}, err
	}
	return convert.Config{
		Converter:   converter,
		LibreOffice: office.FindLibreOffice(),
		Soffice:     office.FindSoffice(),
		Fonts:       config.Fonts,
		TempDir:     temp,
		Deadline:    config.Deadline,
		Memory:      config.Memory,
		Workers:     config.Workers,
		MaxPages:    config.MaxPages,
		MaxSide:     config.MaxSide,
		MaxPixels:   config.MaxPixels,
		MaxSVG:      config.MaxSVG,
		MaxNesting:  config.MaxNesting,
		Idle:        idle,
	}, nil
}

// LoadCertificate returns the certificate of the server, or nil if none is set.
func (c Config) LoadCertificate() (*certificate.Pair, error) {
	if c.TLSCert == "" || c.TLSKey == "" { // checkTLS rejects a configuration with only one of them
		return nil, nil
	}
	return certificate.Load(c.TLSCert, c.TLSKey, time.Now())
}

// CertificateLoader returns LoadCertificate if a certificate is set, otherwise nil.
func (c Config) CertificateLoader() func() (*certificate.Pair, error) {
	if c.TLSCert == "" || c.TLSKey == "" {
		return nil
	}
	return c.LoadCertificate
}

// scheme returns the scheme of the addresses under which the server is reached without a proxy.
func (c Config) scheme() string {
	if c.TLSCert != "" {
		return "https"
	}
	return "http"
}

// The roles of a server that shares a library with others.
const (
	roleAll     = "all"
	roleWeb     = "web"     // answers requests and draws pages
	roleConvert = "convert" // converts documents and runs template tasks
)

// servesRequests reports whether the server serves the API and the viewer.
func (c Config) servesRequests() bool { return c.Role != roleConvert }

// queues returns the job queues that the server works on. Every server runs the jobs that use no converter or use one
// only briefly, so that any server can be the leader.
func (c Config) queues() map[string]river.QueueConfig {
	queues := map[string]river.QueueConfig{document.QuickQueue: {MaxWorkers: 16}}
	if c.Role == roleWeb {
		return queues
	}
	// The scheduler in convert decides in which order jobs get a converter.
	waiting := c.maxStartedJobs()
	queues[document.OfficeQueue] = river.QueueConfig{MaxWorkers: waiting}
	queues[document.OfficeLongQueue] = river.QueueConfig{MaxWorkers: c.Workers + extraLongJobs}
	queues[document.PDFQueue] = river.QueueConfig{MaxWorkers: waiting}
	queues[document.PDFLongQueue] = river.QueueConfig{MaxWorkers: c.Workers + extraLongJobs}
	queues[task.Queue] = river.QueueConfig{MaxWorkers: tasksAtOnce * c.Workers}
	queues[task.RowsQueue] = river.QueueConfig{MaxWorkers: c.Workers}
	return queues
}

// extraLongJobs is how many long jobs the server starts in addition to the long jobs that have a converter. The number
// is small, because the queue sorts only jobs that have not been started: jobs that were interrupted less often come
// first.
const extraLongJobs = 4

// maxStartedJobs returns how many jobs of one queue the server starts. Started jobs wait for a converter. A high number
// prevents that many long jobs delay other jobs. But each started job keeps its document open, and many systems limit a
// process to 1,024 open files. A server that shares its database starts only a few jobs, because idle servers cannot
// take over jobs that another server has started. The low number has a disadvantage: many posts of the same bytes delay
// other jobs sooner, because only one of these documents is converted at a time.
func (c Config) maxStartedJobs() int {
	if c.Database != "" {
		return 8 + 3*c.Workers
	}
	return 250
}

// tasksAtOnce is how many tasks are started for each worker, so that some tasks are filled while others wait for a
// converter. Each started task may have its template and results in memory.
const tasksAtOnce = 4

// trashDays is the default number of days for which documents are kept in the trash.
const trashDays = 30

// auditDays is the default number of days for which entries of the audit log are kept.
const auditDays = 365

// flagSettings returns the values of the flags whose settings can be changed while the server runs.
func (c Config) flagSettings() settings.Settings {
	return settings.Settings{
		Addr:           cmp.Or(c.Addr, DefaultAddr),
		PublicURL:      c.PublicURL,
		HostNames:      orEmpty(c.HostNames),
		AllowedHosts:   orEmpty(c.AllowHosts),
		AllowedOrigins: orEmpty(c.AllowOrigins),
		MaxUpload:      c.MaxUpload,
		MaxQueue:       c.MaxQueue,
		TrashDays:      trashDays,
		TaskDays:       taskDays,
		AuditDays:      auditDays,
		CRMHosts:       []string{},
		DeadlineSecs:   int((c.Deadline + time.Second - 1) / time.Second),
	}
}

// settingOf maps flags to the settings that override them. The address is an exception: its flag overrides the setting.
var settingOf = map[string]string{
	"addr": "addr", "public-url": "publicURL", "host-name": "hostNames", "allow-host": "allowedHosts", "allow-origin": "allowedOrigins",
	"max-upload": "maxUpload", "max-queue": "maxQueue", "deadline": "deadlineSeconds",
}

// ChangedSettings returns the settings that were changed in the library, by the name of the flag. The values are
// formatted like the values of flags. The map is empty if there is no library. It is also empty for a library in
// PostgreSQL, because only a running server reads settings from PostgreSQL.
func (c Config) ChangedSettings() (map[string]string, error) {
	path, err := library.FindDatabase(c.Place().Data)
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

// asFlag formats the JSON of a setting as the value of its flag.
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

// orEmpty returns list, or an empty list instead of nil, which JSON would encode as null.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
