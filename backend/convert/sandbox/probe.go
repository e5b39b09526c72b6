// Package sandbox checks that converter processes are confined.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/inspect"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	"lectern/backend/convert/process"
	"lectern/backend/convert/template"
	"lectern/converters/wire"
)

// probeTime limits the time of a probe, which normally takes some milliseconds.
const probeTime = 30 * time.Second

// canaryVariable is the name of an environment variable that a converter must not see.
const canaryVariable = "LECTERN_CANARY"

// Probe starts a process of the given kind with the arguments that it has for a document. The process tries to reach a
// file, ports, a socket, an environment variable and an inherited descriptor (the canaries). The result contains the
// attempts that the process reports. It also contains the canaries that the process has reached without reporting it.
func Probe(ctx context.Context, cfg convert.Config, kind convert.Kind) (wire.Probe, error) {
	folder, err := os.MkdirTemp(cfg.TempDir, "probe-")
	if err != nil {
		return wire.Probe{}, fmt.Errorf("probe the sandbox: %w", err)
	}
	defer os.RemoveAll(folder)
	canaries, err := openCanaries(filepath.Join(folder, "outside"))
	if err != nil {
		return wire.Probe{}, fmt.Errorf("probe the sandbox: %w", err)
	}
	defer canaries.close()
	probe, err := runProbe(ctx, cfg, kind, filepath.Join(folder, "own"), canaries)
	if err != nil {
		return wire.Probe{}, fmt.Errorf("probe the sandbox of %s: %w", kind, err)
	}
	probe.Attempts = append(probe.Attempts, canaries.reachedCanaries()...)
	return probe, nil
}

// runProbe starts the process and parses its report. The argument workDir is the working folder of the process.
func runProbe(ctx context.Context, cfg convert.Config, kind convert.Kind, workDir string, set *canaries) (wire.Probe, error) {
	if err := os.Mkdir(workDir, 0o700); err != nil {
		return wire.Probe{}, err
	}
	arguments, environment, err := probeStart(cfg, kind, workDir)
	if err != nil {
		return wire.Probe{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	stderr := &process.Excerpt{}
	words := append(append([]string{"probe", string(kind)}, arguments...), set.probeArguments()...)
	cmd := exec.CommandContext(ctx, cfg.Converter, words...)
	if number := process.PassFile(cmd, set.leaked); number > 0 {
		cmd.Args = append(cmd.Args, fmt.Sprintf("descriptor=%d", number))
	}
	cmd.Env = append(environment, canaryVariable+"=seen")
	cmd.Dir = "/"
	cmd.Stderr = stderr
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() != wire.ProbeAllowed) {
		return wire.Probe{}, fmt.Errorf("%w: %s", err, stderr)
	}
	return wire.ParseProbe(string(out))
}

// probeStart returns the arguments and the environment variables of a process of the kind.
func probeStart(cfg convert.Config, kind convert.Kind, workDir string) (arguments, environment []string, err error) {
	switch kind {
	case convert.KindPDF:
		return pdf.Arguments(cfg), nil, nil
	case convert.KindOOXML:
		return inspect.Arguments(), nil, nil
	case convert.KindTemplate:
		return template.Arguments(), nil, nil
	}
	return office.StartArguments(cfg, workDir)
}

// canaries are targets that a confined process must not reach.
type canaries struct {
	file, outside string
	tcp, socket   net.Listener
	udp           net.PacketConn
	leaked        *os.File // inherited by the process, to simulate a leak
	socketFolder  string   // folder of the socket, if it is not in the folder of the other canaries
}

func openCanaries(folder string) (*canaries, error) {
	c := &canaries{file: filepath.Join(folder, "file"), outside: filepath.Join(folder, "written")}
	err := os.Mkdir(folder, 0o700)
	if err == nil {
		err = os.WriteFile(c.file, []byte("secret"), 0o600)
	}
	if err == nil {
		c.leaked, err = os.Open(c.file)
	}
	if err == nil {
		c.tcp, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err == nil {
		c.udp, err = net.ListenPacket("udp", "127.0.0.1:0")
	}
	if err == nil {
		err = c.listen(folder)
	}
	if err != nil {
		c.close()
		return nil, fmt.Errorf("canaries: %w", err)
	}
	return c, nil
}

// maxSocketPath is the maximum length of the path of a socket that is valid on every system
// (https://man7.org/linux/man-pages/man7/unix.7.html, and sys/un.h of macOS).
const maxSocketPath = 103

// listen creates the socket in the folder, or in a temporary folder of the system if its path would be too long.
func (c *canaries) listen(folder string) (err error) {
	path := filepath.Join(folder, "s")
	if len(path) > maxSocketPath {
		if c.socketFolder, err = os.MkdirTemp("", "lectern-"); err != nil {
			return err
		}
		path = filepath.Join(c.socketFolder, "s")
	}
	c.socket, err = net.Listen("unix", path)
	return err
}

func (c *canaries) close() {
	if c.tcp != nil {
		c.tcp.Close()
	}
	if c.udp != nil {
		c.udp.Close()
	}
	if c.socket != nil {
		c.socket.Close()
	}
	if c.leaked != nil {
		c.leaked.Close()
	}
	if c.socketFolder != "" {
		_ = os.RemoveAll(c.socketFolder) // empty, because closing the socket has removed its file
	}
}

// probeArguments returns the arguments of a probe that name the canaries.
func (c *canaries) probeArguments() []string {
	return []string{
		wire.ProbeCanary,
		"file=" + c.file,
		"outside=" + c.outside,
		"socket=" + c.socket.Addr().String(),
		"tcp=" + strconv.Itoa(c.tcp.Addr().(*net.TCPAddr).Port),
		"udp=" + strconv.Itoa(c.udp.LocalAddr().(*net.UDPAddr).Port),
		"variable=" + canaryVariable,
	}
}

// reachedCanaries returns the canaries that were reached. It must be called after the process has ended.
func (c *canaries) reachedCanaries() []wire.ProbeAttempt {
	var attempts []wire.ProbeAttempt
	add := func(name string, allowed bool) {
		if allowed {
			attempts = append(attempts, wire.ProbeAttempt{Name: name, Allowed: true})
		}
	}
	// The process has ended, so anything that it sent has arrived.
	_ = c.udp.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, _, err := c.udp.ReadFrom(make([]byte, 1))
	add("a packet came", err == nil)
	add("a TCP connection was made", accepted(c.tcp))
	add("a connection to a Unix socket was made", accepted(c.socket))
	_, err = os.Lstat(c.outside)
	add("a file was written", err == nil)
	return attempts
}

// accepted reports whether anybody has connected to a listener.
func accepted(l net.Listener) bool {
	if bounded, ok := l.(interface{ SetDeadline(time.Time) error }); ok {
		_ = bounded.SetDeadline(time.Now().Add(time.Millisecond))
	}
	conn, err := l.Accept()
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
