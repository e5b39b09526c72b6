package backend

import (
	"io"
	"log/slog"

	"lectern/backend/internal/observe"
)

// NewLog makes the log that the configuration asks for, on w, and makes it the
// process's own.
func (c Config) NewLog(w io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo // the flag allows the levels' names only
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
