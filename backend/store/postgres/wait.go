package postgres

import (
	"context"
	"errors"
	"fmt"
	"lectern/backend/internal/retry"
	"log/slog"
	"net"
	"sync"
	"time"
)

// retryInterval is the time between two attempts to reach the database.
const retryInterval = time.Second

// wait waits until the database answers. An error that waiting cannot resolve is returned at once.
func (p *Database) wait(ctx context.Context) error {
	var once sync.Once
	report := func(err error) {
		once.Do(func() { p.log.WarnContext(ctx, "waiting for the database at "+p.Name(), slog.Any("error", err)) })
	}
	slow := time.AfterFunc(answerTimeout, func() { report(errors.New("it has not responded yet")) })
	defer slow.Stop()
	for {
		trying, cancel := context.WithTimeout(ctx, startTimeout)
		err := p.pool.Ping(trying)
		cancel()
		if err == nil {
			return nil
		}
		if lasting := describeRefusal(err); lasting != nil {
			return lasting
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		report(err)
		retry.Sleep(ctx, retryInterval)
	}
}

// startTimeout is how long all hosts of the database together may take to accept the first connection.
const startTimeout = 30 * time.Second

// describeRefusal returns an error for a person if the database refuses connections of this user; nil if it may accept
// them later.
func describeRefusal(err error) error {
	switch {
	case HasCode(err, "28P01", "28000"):
		return errors.New("the database rejects this user and password")
	case HasCode(err, "3D000"):
		return errors.New("there is no such database on the server: create it with CREATE DATABASE")
	case HasCode(err, "42501"):
		return errors.New("the user has no access to this database")
	}
	if e, ok := errors.AsType[*net.DNSError](err); ok && e.IsNotFound {
		return fmt.Errorf("there is no host %q", e.Name)
	}
	return nil
}

// Refuses reports whether an error means that the database refuses connections of this user.
func Refuses(err error) bool { return HasCode(err, "28P01", "28000", "3D000", "42501") }
