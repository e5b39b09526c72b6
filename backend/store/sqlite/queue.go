package sqlite

import (
	"context"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
)

// wakingDriver adds notifications of new jobs to River's driver for SQLite, which has none. Without notifications, each
// job waits up to a second for the next poll. The notifications come from this process.
type wakingDriver struct {
	*riversqlite.Driver
	wakes chan string
}

func (d *wakingDriver) SupportsListener() bool { return true }

func (d *wakingDriver) GetListener(*riverdriver.GetListenenerParams) riverdriver.Listener {
	return listener{d.wakes}
}

type listener struct{ wakes <-chan string }

func (listener) Close(context.Context) error            { return nil }
func (listener) Connect(context.Context) error          { return nil }
func (listener) Listen(context.Context, string) error   { return nil }
func (listener) Ping(context.Context) error             { return nil }
func (listener) Schema() string                         { return "" }
func (listener) SetAfterConnectExec(string)             {}
func (listener) Unlisten(context.Context, string) error { return nil }

func (l listener) WaitForNotification(ctx context.Context) (*riverdriver.Notification, error) {
	select {
	case payload := <-l.wakes:
		return &riverdriver.Notification{Topic: insertTopic, Payload: payload}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// insertTopic is the topic that River uses to listen for new jobs.
const insertTopic = "river_insert"
