package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"os"
	"text/tabwriter"
	"time"

	"lectern/backend/account"
	"lectern/backend/audit"
	"lectern/backend/cmd/client"
	"lectern/backend/event"
	"lectern/backend/internal/disk"
	"lectern/backend/library"
	"lectern/backend/session"
	"lectern/backend/store"
	"lectern/backend/store/engine"
	"lectern/backend/store/postgres"
)

type keyCommands struct {
	Create keyCreate `cmd:"" help:"Create an API key and print it. It is not shown again."`
	List   keyList   `cmd:"" help:"List the API keys."`
	Revoke keyRevoke `cmd:"" help:"Revoke a key and end the viewing sessions that it created."`
}

// dataFlag is the flag of commands that only need a data folder.
type dataFlag struct {
	Data string `help:"Data folder of the library. Default: ${data}." placeholder:"DIR" env:"LECTERN_DATA" default:"" type:"path"`
}

// folder returns the path of the data folder.
func (f dataFlag) folder() string {
	if f.Data == "" {
		return library.DefaultData()
	}
	return f.Data
}

// Validate rejects a path that cannot be a data folder.
func (f dataFlag) Validate() error { return library.CheckDataPath("--data", f.folder()) }

// libraryFlags are the flags that select a library: by its data folder, or by the database that several servers share.
type libraryFlags struct {
	dataFlag
	Database string `help:"Address of the PostgreSQL database that several servers share. Default: a file in the data folder." placeholder:"URL" env:"LECTERN_DATABASE"`
}

// Validate rejects an invalid database address and paths that cannot be data folders.
func (f libraryFlags) Validate() error {
	return errors.Join(f.dataFlag.Validate(), checkDatabases(f.Database))
}

func checkDatabases(addresses ...string) error {
	for _, address := range addresses {
		if address == "" {
			continue
		}
		if err := postgres.CheckURL(address); err != nil {
			return err
		}
	}
	return nil
}

// database returns the address of the library's database. A database file must exist and must belong to a library on
// which a server can start, because opening a missing file would create an empty library.
func (f libraryFlags) database(ctx context.Context) (string, error) {
	if f.Database != "" {
		return f.Database, nil
	}
	if err := (library.Place{Data: f.folder()}).Check(ctx); err != nil {
		return "", err
	}
	return library.FindDatabase(f.folder())
}

// withAccounts does the same as withDatabase, for functions that only need the keys and the audit log.
func withAccounts(con *console, database string, do func(*account.Service, *audit.Service) error) error {
	return withDatabase(con, database, func(_ *store.DB, accounts *account.Service, log *audit.Service) error { return do(accounts, log) })
}

// withDatabase opens the database of a library, and calls do with the database, the library's keys and its audit log. A
// server may run on the library. While withDatabase waits for the database, it logs the reason.
func withDatabase(con *console, database string, do func(*store.DB, *account.Service, *audit.Service) error) (err error) {
	defer func() { err = store.NameFullDisk(database, err) }()
	db, err := store.Open(con.ctx, database, con.log())
	if err != nil {
		return err
	}
	if target, err := db.Moves.MoveTarget(con.ctx); err != nil || target != "" {
		return errors.Join(err, engine.ErrMoved(target), db.Close())
	}
	clock, err := session.NewSteadyClock(con.ctx, db.Clock)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	return errors.Join(do(db, account.New(db.Accounts, clock, nil), audit.New(db.Audit, slog.Default())), db.Close())
}

type keyCreate struct {
	libraryFlags
	Name    string        `arg:"" help:"Name that describes the purpose of the key."`
	Role    account.Role  `help:"Role: admin (everything), write (documents and sessions) or read." enum:"admin,write,read" default:"admin"`
	Expires time.Duration `help:"Lifetime, such as 720h. Default: it never expires." placeholder:"DURATION"`
}

// expiresAt returns the time at which the key expires, or the zero time if it does not expire.
func (c *keyCreate) expiresAt() time.Time {
	if c.Expires == 0 {
		return time.Time{}
	}
	return time.Now().Add(c.Expires)
}

// Run creates a key, and prints nothing but the key on standard output. It creates the library if there is none, so
// that a key can be created before the first start of a server. If it has created a library in the default folder, it
// prints the path of that folder on standard error.
func (c *keyCreate) Run(con *console) error {
	database := c.Database
	if database == "" {
		if err := (library.Place{Data: c.folder()}).Check(con.ctx); err != nil {
			return err
		}
		var err error
		if database, err = library.DatabasePath(c.folder()); err != nil {
			return err
		}
	}
	_, err := os.Stat(database)
	createsDefault := c.Data == "" && c.Database == "" && errors.Is(err, fs.ErrNotExist)
	return withAccounts(con, database, func(accounts *account.Service, log *audit.Service) error {
		key, secret, err := accounts.Create(con.ctx, c.Name, c.Role, c.expiresAt())
		if err != nil {
			return err
		}
		log.Record(con.ctx, library.CommandEntry("create-key", key.ID))
		fmt.Fprintln(con.stdout, secret)
		if createsDefault {
			// The caller may have forgotten --data; a server on another folder does not accept the key.
			fmt.Fprintf(con.stderr, "lectern: Created a new library in %s. If your server has another --data, create the key with it.\n",
				c.folder())
		}
		return nil
	})
}

type keyList struct{ libraryFlags }

// Run prints a table of all keys.
func (c *keyList) Run(con *console) error {
	database, err := c.database(con.ctx)
	if err != nil {
		return err
	}
	return withAccounts(con, database, func(accounts *account.Service, _ *audit.Service) error {
		keys, err := accounts.List(con.ctx, time.Time{}, "", math.MaxInt)
		if err != nil {
			return err
		}
		return printKeys(con.stdout, keys, accounts.IsValid)
	})
}

func printKeys(w io.Writer, keys []account.Key, isValid func(*account.Key) bool) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tNAME\tROLE\tCREATED\tLAST USED\tSTATE")
	for _, key := range keys {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", key.ID, key.Name, key.Role, formatMinute(key.CreatedAt), formatMinute(key.UsedAt),
			keyState(&key, isValid(&key)))
	}
	return table.Flush()
}

// keyState describes the state of a key: good, expired or revoked. The argument isValid states that the key is valid.
func keyState(key *account.Key, isValid bool) string {
	switch {
	case !key.RevokedAt.IsZero():
		return "revoked " + formatMinute(key.RevokedAt)
	case !isValid:
		return "expired " + formatMinute(key.ExpiresAt)
	case !key.ExpiresAt.IsZero():
		return "good until " + formatMinute(key.ExpiresAt)
	}
	return "good"
}

// formatMinute formats a time for display, with minutes. The zero time is "never".
func formatMinute(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.Local().Format("2006-01-02 15:04")
}

type keyRevoke struct {
	libraryFlags
	KeepSessions bool   `help:"Keep the viewing sessions that the key created. Only administrators can see their ids then. Revoke the key again without this flag to end them."`
	ID           string `arg:"" help:"Id of the key, as shown by list."`
}

// Run revokes a key. If a server runs on the data folder, the server revokes the key, because it must also close open
// sessions.
func (c *keyRevoke) Run(con *console) error {
	if c.Database == "" {
		if server, err := client.Find(con.ctx, c.folder()); err == nil {
			if err := c.revokeOnServer(con.ctx, server); err != nil {
				return err
			}
			return c.printRevoked(con.stdout)
		}
		if err := disk.NewReserve(c.folder()).ReleaseForStart(); err != nil {
			return err
		}
	}
	database, err := c.database(con.ctx)
	if err != nil {
		return err
	}
	return withDatabase(con, database, func(db *store.DB, accounts *account.Service, log *audit.Service) error {
		ended, err := accounts.Revoke(con.ctx, c.ID, c.KeepSessions)
		if err != nil {
			return err
		}
		log.Record(con.ctx, library.CommandEntry("revoke-key", c.ID))
		if err := notifyEndedSessions(con.ctx, db, ended); err != nil {
			return err
		}
		return c.printRevoked(con.stdout)
	})
}

// printRevoked prints that the key is revoked, and what happened to its sessions.
func (c *keyRevoke) printRevoked(w io.Writer) error {
	sessions := "the sessions that it created have ended"
	if c.KeepSessions {
		sessions = "the sessions that it created stay valid"
	}
	_, err := fmt.Fprintf(w, "The key %s is revoked, and %s.\n", c.ID, sessions)
	return err
}

// revokeOnServer asks a running server to revoke the key.
func (c *keyRevoke) revokeOnServer(ctx context.Context, server *client.Client) error {
	address := server.Instance.APIBase + "/key/" + url.PathEscape(c.ID)
	if c.KeepSessions {
		address += "?sessions=keep"
	}
	return server.Do(ctx, http.MethodDelete, address, nil, nil)
}

// notifyEndedSessions notifies the servers of a shared database that sessions have ended. The argument sessionIDs
// contains the ids of these sessions.
func notifyEndedSessions(ctx context.Context, db *store.DB, sessionIDs []string) error {
	messages := make([]string, len(sessionIDs))
	for i, id := range sessionIDs {
		text, err := json.Marshal(event.Change{Topic: event.Session, ID: session.ReferenceOf(id)})
		if err != nil {
			return err
		}
		messages[i] = string(text)
	}
	if len(messages) == 0 {
		return nil
	}
	return db.Broadcast(ctx, messages)
}
