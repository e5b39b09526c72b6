package sqlite

import (
	"context"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
)

// wakingDriver gives River's SQLite driver what that database lacks, a
// notification of new jobs: without it each job waits for the next poll, up to a
// second. Notifications come from this process, through wakes.
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

// insertTopic is where River's producers listen for new jobs.
const insertTopic = "river_insert"
