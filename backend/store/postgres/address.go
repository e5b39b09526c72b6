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

var ErrNoTables = errors.New("the user cannot create tables in this database: make it the owner of the database")

// CheckURL returns an error if an address is not the URL of a PostgreSQL database. The error does not quote the
// address. CheckURL does not connect to the database.
func CheckURL(address string) error {
	if !IsURL(address) {
		return errAddress()
	}
	if _, err := pgxpool.ParseConfig(address); err != nil {
		return errAddress()
	}
	return nil
}

// IsURL reports whether an address is the URL of a PostgreSQL database.
func IsURL(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// errAddress describes a wrong address without quoting it, because it may contain a password.
func errAddress() error {
	return errors.New("the address is not valid: write it as postgres://user:password@host:5432/database")
}

// ParseAddress returns the configuration for connecting to the database at an address.
func ParseAddress(address string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, errAddress()
	}
	config.MaxConns = txConns + writeConns + readConns + queueConns
	config.ConnConfig.DialFunc = dial.Connect
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

// connectTime is how long the database may take to accept a connection, unless its address sets another limit.
const connectTime = 8 * time.Second

// sessionSettings limit how long the database keeps the connection or the open transaction of a program that has
// stopped. They also limit how long this program waits for a lock that another client holds.
var sessionSettings = map[string]string{
	"application_name":                    "lectern",
	"idle_in_transaction_session_timeout": "10s",
	"lock_timeout":                        lockTimeout.String(),
	"tcp_keepalives_idle":                 "5",
	"tcp_keepalives_interval":             "2",
	"tcp_keepalives_count":                "4",
	"tcp_user_timeout":                    "15000",
}

// nameOf returns the URL of a database without secrets. It deliberately does not put IPv6 addresses in brackets,
// although a URL needs them: the records of moves store the result to identify the database, so it must not change for
// existing libraries. It is not used to connect.
func nameOf(config *pgx.ConnConfig) string {
	return fmt.Sprintf("postgres://%s:%d/%s", config.Host, config.Port, config.Database)
}

// NameOf returns the URL of a PostgreSQL database without secrets; "" if the address is not such a URL.
func NameOf(address string) string {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return ""
	}
	return nameOf(config)
}
