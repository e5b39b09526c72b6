package jobs

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
)

// QuietLog returns a logger for River that passes on warnings and errors only.
func QuietLog(log *slog.Logger) *slog.Logger {
	return slog.New(levelHandler{log.Handler()})
}

type levelHandler struct{ slog.Handler }

func (h levelHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

// lossText matches the errors of lost connections in the texts that River logs.
var lossText = regexp.MustCompile(
	`EOF|failed to connect|connection re(set|fused)|broken pipe|conn closed|closed network connection|deadline exceeded|SQLSTATE ` +
		`(57P0[1235]|53300|25006|25P03|55P03|0800)`)

// Handle logs lost connections at the debug level only, because the listener for notifications reports each loss once.
// It also lowers the level of two other messages: that River gives up after several errors, because River has logged
// each of them; and that the leader could not resign, because its leadership expires by itself.
func (h levelHandler) Handle(ctx context.Context, record slog.Record) error {
	lost := strings.Contains(record.Message, "Too many errors; giving up") || // River has logged each error
		strings.Contains(record.Message, "Error attempting to resign") // the leadership expires by itself
	record.Attrs(func(attr slog.Attr) bool {
		lost = lost || (attr.Key == "err" || attr.Key == "error") && lossText.MatchString(attr.Value.String())
		return !lost
	})
	if lost {
		record.Level = slog.LevelDebug
	}
	if !h.Handler.Enabled(ctx, record.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, record)
}

func (h levelHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return levelHandler{h.Handler.WithAttrs(attrs)}
}

func (h levelHandler) WithGroup(name string) slog.Handler {
	return levelHandler{h.Handler.WithGroup(name)}
}
