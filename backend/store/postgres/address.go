package postgres

import (
	"errors"
	"fmt"
	"lectern/backend/internal/dial"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var ErrNoTables = errors.New("the user may not make tables in this database: have it own the database")

// CheckURL says why an address is not that of a PostgreSQL, without what it has: nothing is asked. It is for
// what people write, as [Open] takes all other addresses for files.
func CheckURL(address string) error {
	if !IsURL(address) {
		return errAddress()
	}
	if _, err := pgxpool.ParseConfig(address); err != nil {
		return errAddress()
	}
	return nil
}

func IsURL(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// errAddress says what is wrong with an address, without what it has.
func errAddress() error {
	return errors.New("the address is none of a database: write it as postgres://user:password@host:5432/database")
}

// ParseAddress gives how the database at an address is connected to.
func ParseAddress(address string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, errAddress()
	}
	config.MaxConns = postgresTurns + postgresWriters + postgresReaders + postgresOthers
	config.ConnConfig.DialFunc = dial.Context
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTime
	}
	for name, value := range sessionSettings {
		if _, given := config.ConnConfig.RuntimeParams[name]; !given {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	return config, nil
}

// connectTime is how long the database may take to let somebody in, unless its address says otherwise.
const connectTime = 8 * time.Second

// sessionSettings bound how long the database waits for a program that is gone, and how long a program waits for one
// that has stopped in the midst of a transaction, or for an administrator's.
var sessionSettings = map[string]string{
	"application_name":                    "lectern",
	"idle_in_transaction_session_timeout": "10s",
	"lock_timeout":                        lockTime.String(),
	"tcp_keepalives_idle":                 "5",
	"tcp_keepalives_interval":             "2",
	"tcp_keepalives_count":                "4",
	"tcp_user_timeout":                    "15000",
}

func nameOf(config *pgx.ConnConfig) string {
	return fmt.Sprintf("postgres://%s:%d/%s", config.Host, config.Port, config.Database)
}

// NameOf gives the URL of a PostgreSQL without what is secret in it; nothing where it is none.
func NameOf(address string) string {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return ""
	}
	return nameOf(config)
}
