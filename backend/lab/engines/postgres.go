// Package engines starts real PostgreSQL and S3 servers for tests and measurements, on free ports of this machine.
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

// Postgres is a PostgreSQL server with its own data.
type Postgres struct {
	Host string // address to listen on
	Port int

	bin, dir   string // folder of PostgreSQL's programs, and folder of the data
	settings   []string
	credential *syscall.Credential
	process    *exec.Cmd
	log        bytes.Buffer
}

// NewPostgres initializes a server with its data in an existing folder, and starts it on a free port. The argument host
// is the address on which it listens. Settings such as fsync=on override the default settings, which are meant for
// tests.
func NewPostgres(ctx context.Context, folder, host string, settings ...string) (*Postgres, error) {
	p := &Postgres{Host: host, dir: filepath.Join(folder, "postgres"), settings: settings}
	var err error
	if p.bin, err = findPostgres(); err != nil {
		return nil, err
	}
	if p.credential, err = unprivilegedUser(); err != nil {
		return nil, err
	}
	if err := p.createDataFolder(folder); err != nil {
		return nil, err
	}
	if err := p.run(ctx, "initdb", "--pgdata", p.dir, "--username", "lectern", "--auth", "trust", "--encoding", "UTF8", "--no-locale",
		"--no-sync"); err != nil {
		return nil, err
	}
	if err := p.allowNetworks(); err != nil {
		return nil, err
	}
	if p.Port, err = freePort(host); err != nil {
		return nil, err
	}
	return p, p.Start(ctx)
}

// allowNetworks allows connections from other networks. By default, the server accepts only connections from this
// machine.
func (p *Postgres) allowNetworks() error {
	file, err := os.OpenFile(filepath.Join(p.dir, "pg_hba.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString("host all all all trust\n")
	return errors.Join(err, file.Close())
}

// findPostgres returns the folder of PostgreSQL's programs. Debian does not add it to PATH.
func findPostgres() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // the pattern is valid
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errors.New("PostgreSQL is not installed: apt-get install postgresql")
	}
	return filepath.Dir(path), nil
}

// unprivilegedUser returns the credentials of an unprivileged user if this process runs as root, and nil otherwise.
// PostgreSQL refuses to run as root.
func unprivilegedUser() (*syscall.Credential, error) {
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

// createDataFolder creates the data folder and makes the user that runs the server its owner.
func (p *Postgres) createDataFolder(folder string) error {
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

// freePort returns a port on which no program listens. It is below the ports that systems assign automatically (from
// 32,768 or 49,152 on). Therefore no other program gets it before the server listens, or while the server is stopped.
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

// Start starts the server, and waits until it responds.
func (p *Postgres) Start(ctx context.Context) error {
	arguments := []string{"-D", p.dir, "-p", strconv.Itoa(p.Port), "-h", p.Host, "-k", ""}
	for _, setting := range append([]string{"max_connections=200", "fsync=off", "logging_collector=off"}, p.settings...) {
		arguments = append(arguments, "-c", setting) // if a setting occurs twice, PostgreSQL uses the last value
	}
	p.process = p.command(context.WithoutCancel(ctx), "postgres", arguments...)
	p.process.Stdout, p.process.Stderr = &p.log, &p.log
	if err := trial.StartProcess(p.process); err != nil {
		return err
	}
	return retryUntilOK(ctx, func() error {
		return p.run(ctx, "pg_isready", "--host", p.Host, "--port", strconv.Itoa(p.Port), "--quiet")
	})
}

// retryUntilOK calls the function try repeatedly until it succeeds, for at most two minutes.
func retryUntilOK(ctx context.Context, try func() error) error {
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

// Stop stops the server immediately. If kill is true, the server cannot write anything before it ends, as in a power
// failure. The data folder is kept.
func (p *Postgres) Stop(kill bool) error {
	signal := syscall.SIGINT // "fast shutdown": closes connections
	if kill {
		signal = syscall.SIGQUIT // "immediate shutdown": writes nothing
	}
	if err := p.process.Process.Signal(signal); err != nil {
		return err
	}
	_ = p.process.Wait() // its error says that the process was ended by a signal
	return nil
}

// CreateDatabase creates a database, and returns its address. If template is empty, the new database is empty.
// Otherwise it is a copy of the database with the name template.
func (p *Postgres) CreateDatabase(ctx context.Context, name, template string) (address string, err error) {
	err = p.run(ctx, "createdb", "--host", p.Host, "--port", strconv.Itoa(p.Port), "--username", "lectern",
		"--template", cmp.Or(template, "template0"), name)
	return fmt.Sprintf("postgres://lectern@%s/%s", net.JoinHostPort(p.Host, strconv.Itoa(p.Port)), name), err
}

// PID returns the id of the server's main process.
func (p *Postgres) PID() int { return p.process.Process.Pid }

// Query returns the rows of a query. The values of a row are separated by "|".
func (p *Postgres) Query(ctx context.Context, database, query string) (rows []string, err error) {
	command := p.command(ctx, "psql", "--host", p.Host, "--port", strconv.Itoa(p.Port), "--username", "lectern", "--no-psqlrc",
		"--tuples-only", "--no-align", "--command", query, database)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("psql: %w: %s", err, &stderr)
	}
	text := strings.TrimSuffix(string(out), "\n")
	if text == "" {
		return nil, nil
	}
	return strings.Split(text, "\n"), nil
}
