package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"lectern/backend/store/engine"
	"net"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// rebinder opens connections to PostgreSQL that accept question marks as placeholders, as SQLite does. Statements of
// River contain no question marks, and are passed on unchanged.
type rebinder struct {
	driver.Connector
	begin string // the statement that begins a transaction; "" for the default
	stall *stall // cancels statements while the database has stalled; nil for none
}

func (r rebinder) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := r.Connector.Connect(ctx)
	if err != nil {
		return nil, AsLost(err)
	}
	return &reboundConn{Conn: conn.(*stdlib.Conn), begin: r.begin, stall: r.stall}, nil
}

type reboundConn struct {
	*stdlib.Conn
	begin string
	stall *stall
	tx    *pipelineTx // the last transaction; nil if there was none
}

func (c *reboundConn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

func (c *reboundConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := c.flush(ctx); err != nil {
		return nil, err
	}
	statement, err := c.Conn.PrepareContext(ctx, Rebind(query))
	return statement, AsLost(err)
}

func (c *reboundConn) ExecContext(ctx context.Context, query string, arguments []driver.NamedValue) (driver.Result, error) {
	query, arguments = Rebind(query), encodeAll(arguments)
	if c.tx != nil && !c.tx.ended && engine.IsDeferred(ctx) {
		return driver.RowsAffected(0), AsLost(c.tx.add(ctx, query, arguments))
	}
	if err := c.flush(ctx); err != nil {
		return nil, err
	}
	if c.stall != nil {
		bounded, end := c.stall.boundContext(ctx)
		defer end(nil)
		ctx = bounded
	}
	result, err := c.Conn.ExecContext(ctx, query, arguments)
	return result, AsLost(lossCause(ctx, err))
}

func (c *reboundConn) QueryContext(ctx context.Context, query string, arguments []driver.NamedValue) (driver.Rows, error) {
	if err := c.flush(ctx); err != nil {
		return nil, err
	}
	rows, err := c.Conn.QueryContext(ctx, Rebind(query), encodeAll(arguments))
	if err != nil {
		return nil, AsLost(err)
	}
	return reboundRows{rows}, nil
}

// reboundRows are rows that return a lost connection as [engine.LostError].
type reboundRows struct{ driver.Rows }

// Next implements [driver.Rows].
func (r reboundRows) Next(dest []driver.Value) error {
	err := r.Rows.Next(dest)
	if err == io.EOF {
		return err
	}
	return AsLost(err)
}

// flush executes the deferred statements of a transaction.
func (c *reboundConn) flush(ctx context.Context) error {
	if c.tx == nil || c.tx.ended {
		return nil
	}
	return AsLost(c.tx.flush(ctx))
}

func (c *reboundConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	if c.begin == "" {
		tx, err := c.Conn.BeginTx(ctx, options)
		return tx, AsLost(err)
	}
	tx, err := beginPipeline(ctx, c.Conn.Conn(), c.begin)
	if err != nil {
		return nil, AsLost(err)
	}
	c.tx = tx
	return tx, nil
}

// AsLost returns err as an [engine.LostError] if it means that the connection was lost
// (https://www.postgresql.org/docs/current/errcodes-appendix.html, classes 08, 25, 53, 55 and 57). Two more errors
// count as a loss: a database that has become read-only is now a replica of another one, and a lock that is not
// released in time belongs to a program that has stopped. AsLost returns other errors unchanged.
func AsLost(err error) error {
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	_, network := errors.AsType[*net.OpError](err)
	switch {
	case err == nil || errors.Is(err, driver.ErrBadConn):
		return err
	case connecting, network, errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed),
		errors.Is(err, pgconn.ErrConnClosed),
		HasCode(err, "57P01", "57P02", "57P03", "57P05", "53300", "25006", "25P03", "55P03", "08000", "08003", "08006"):
		return engine.LostError{Err: err}
	}
	return err
}

// encodeAll encodes all texts among arguments, see [engine.EncodeText].
func encodeAll(arguments []driver.NamedValue) []driver.NamedValue {
	for i := range arguments {
		if text, ok := arguments[i].Value.(string); ok {
			arguments[i].Value = engine.EncodeText(text)
		}
	}
	return arguments
}

// Rebind replaces the question marks in a statement, such as ? and ?2, by the numbered placeholders of PostgreSQL.
// Question marks within quotes are kept.
func Rebind(query string) string {
	if !strings.Contains(query, "?") || strings.Contains(query, "$1") {
		return query
	}
	var bound strings.Builder
	bound.Grow(len(query) + 32)
	quote, number := byte(0), 0
	for i := 0; i < len(query); i++ {
		c := query[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && c == '?':
			bound.WriteByte('$')
			if i+1 == len(query) || query[i+1] < '0' || query[i+1] > '9' {
				number++
				bound.WriteString(strconv.Itoa(number))
			}
			continue
		}
		bound.WriteByte(c)
	}
	return bound.String()
}
