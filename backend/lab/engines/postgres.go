// Package engines starts the databases and stores that several servers share, for tests and
// measurements: real ones, on free ports of this machine, gone when they are stopped.
package engines

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"lectern/backend/lab/trial"
)

// Postgres is a server of PostgreSQL with data of its own.
type Postgres struct {
	Host string // that it listens on
	Port int

	bin, dir   string // its programs; its data
	settings   []string
	credential *syscall.Credential
	process    *exec.Cmd
	log        bytes.Buffer
}

// NewPostgres makes the data of a server in a folder that is there, and starts it. It listens on a
// free port of an address. Settings, such as fsync=on, come before what suits tests.
func NewPostgres(ctx context.Context, folder, host string, settings ...string) (*Postgres, error) {
	p := &Postgres{Host: host, dir: filepath.Join(folder, "postgres"), settings: settings}
	var err error
	if p.bin, err = findPostgres(); err != nil {
		return nil, err
	}
	if p.credential, err = ordinary(); err != nil {
		return nil, err
	}
	if err := p.own(folder); err != nil {
		return nil, err
	}
	if err := p.run(ctx, "initdb", "--pgdata", p.dir, "--username", "lectern", "--auth", "trust", "--encoding", "UTF8", "--no-locale",
		"--no-sync"); err != nil {
		return nil, err
	}
	if err := p.admit(); err != nil {
		return nil, err
	}
	if p.Port, err = freePort(host); err != nil {
		return nil, err
	}
	return p, p.Start(ctx)
}

// admit lets in who comes from another network: by itself, the server takes those of this machine only.
func (p *Postgres) admit() error {
	file, err := os.OpenFile(filepath.Join(p.dir, "pg_hba.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString("host all all all trust\n")
	return errors.Join(err, file.Close())
}

// findPostgres gives the folder of the server's programs: Debian has them on nobody's path.
func findPostgres() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // the pattern is sound
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errors.New("PostgreSQL is not installed: apt-get install postgresql")
	}
	return filepath.Dir(path), nil
}

// ordinary gives whom the server runs as: PostgreSQL refuses root.
func ordinary() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(nobody.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(nobody.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid), NoSetGroups: true}, nil
}

// own makes the data's folder, for whom the server runs as.
func (p *Postgres) own(folder string) error {
	if err := os.Mkdir(p.dir, 0o700); err != nil {
		return err
	}
	if p.credential == nil {
		return nil
	}
	if err := os.Chmod(folder, 0o711); err != nil {
		return err
	}
	return os.Chown(p.dir, int(p.credential.Uid), int(p.credential.Gid))
}

func (p *Postgres) command(ctx context.Context, program string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, filepath.Join(p.bin, program), arguments...)
	command.Dir = "/"
	command.SysProcAttr = &syscall.SysProcAttr{Credential: p.credential, Pdeathsig: syscall.SIGKILL}
	return command
}

func (p *Postgres) run(ctx context.Context, program string, arguments ...string) error {
	if out, err := p.command(ctx, program, arguments...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", program, err, out)
	}
	return nil
}

// freePort returns a port of an address that nobody listens on. It is below those that systems assign to connections and
// to listeners that name none (from 32,768 or 49,152 on), so that it stays free until the server listens, and while it
// is stopped.
func freePort(host string) (port int, err error) {
	for range 100 {
		port = 10_000 + rand.IntN(20_000)
		listener, listenErr := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		if listenErr == nil {
			return port, listener.Close()
		}
		err = listenErr
	}
	return 0, err
}

// Start starts the server, and waits until it answers.
func (p *Postgres) Start(ctx context.Context) error {
	arguments := []string{"-D", p.dir, "-p", strconv.Itoa(p.Port), "-h", p.Host, "-k", ""}
	for _, setting := range append([]string{"max_connections=200", "fsync=off", "logging_collector=off"}, p.settings...) {
		arguments = append(arguments, "-c", setting) // the last one holds
	}
	p.process = p.command(context.WithoutCancel(ctx), "postgres", arguments...)
	p.process.Stdout, p.process.Stderr = &p.log, &p.log
	if err := trial.StartProcess(p.process); err != nil {
		return err
	}
	return until(ctx, func() error {
		return p.run(ctx, "pg_isready", "--host", p.Host, "--port", strconv.Itoa(p.Port), "--quiet")
	})
}

// until tries again and again, for two minutes.
func until(ctx context.Context, try func() error) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		err := try()
		if err == nil {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return err
		}
	}
}

// Stop stops the server at once, as a loss of power does where kill is set; its data stay.
func (p *Postgres) Stop(kill bool) error {
	signal := syscall.SIGINT // which it takes as an order to end its connections
	if kill {
		signal = syscall.SIGQUIT // as one to end without writing anything
	}
	if err := p.process.Process.Signal(signal); err != nil {
		return err
	}
	_ = p.process.Wait() // it says how it was ended
	return nil
}

// CreateDatabase makes a database and gives its address: an empty one, or a copy of the one that a
// name is of.
func (p *Postgres) CreateDatabase(ctx context.Context, name, of string) (address string, err error) {
	err = p.run(ctx, "createdb", "--host", p.Host, "--port", strconv.Itoa(p.Port), "--username", "lectern",
		"--template", cmp.Or(of, "template0"), name)
	return fmt.Sprintf("postgres://lectern@%s/%s", net.JoinHostPort(p.Host, strconv.Itoa(p.Port)), name), err
}

// PID is the number of the server's first process.
func (p *Postgres) PID() int { return p.process.Process.Pid }

// Query gives the rows that a query of a database has, each in a line with bars between its values.
func (p *Postgres) Query(ctx context.Context, database, query string) (rows []string, err error) {
	command := p.command(ctx, "psql", "--host", p.Host, "--port", strconv.Itoa(p.Port), "--username", "lectern", "--no-psqlrc",
		"--tuples-only", "--no-align", "--command", query, database)
	var said bytes.Buffer
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("psql: %w: %s", err, &said)
	}
	text := strings.TrimSuffix(string(out), "\n")
	if text == "" {
		return nil, nil
	}
	return strings.Split(text, "\n"), nil
}
