package engines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"lectern/backend/lab/trial"
)

// S3 is a server for the S3 protocol (https://github.com/versity/versitygw) with its own buckets. A bucket is a folder,
// and an object is a file in it.
type S3 struct {
	Host   string // address to listen on
	Port   int
	Secret string // secret access key; a change applies from the next start on

	program, dir string // path of the server's program, and folder of the buckets
	process      *exec.Cmd
	log          bytes.Buffer
}

// The default credentials of a server.
const (
	S3Key    = "lectern"
	S3Secret = "lectern-secret"
)

// NewS3 creates a server without buckets, with its data in an existing folder, and starts it on a free port of host.
func NewS3(ctx context.Context, folder, host string) (*S3, error) {
	s := &S3{Host: host, Secret: S3Secret, dir: filepath.Join(folder, "s3")}
	var err error
	if s.program, err = findVersityGW(); err != nil {
		return nil, err
	}
	if err := os.Mkdir(s.dir, 0o700); err != nil {
		return nil, err
	}
	if s.Port, err = freePort(host); err != nil {
		return nil, err
	}
	return s, s.Start(ctx)
}

func findVersityGW() (string, error) {
	built := filepath.Join(os.Getenv("LECTERN_BIN"), "versitygw")
	if _, err := os.Stat(built); err == nil {
		return built, nil
	}
	path, err := exec.LookPath("versitygw")
	if err != nil {
		return "", errors.New("the S3 server of the tests is missing: make build/bin/versitygw")
	}
	return path, nil
}

// Start starts the server, and waits until it responds.
func (s *S3) Start(ctx context.Context) error {
	s.process = exec.Command(s.program, "--port", s.address(), "--keep-alive", "posix", s.dir)
	s.process.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+S3Key, "ROOT_SECRET_KEY="+s.Secret)
	s.process.Stdout, s.process.Stderr = &s.log, &s.log
	s.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := trial.StartProcess(s.process); err != nil {
		return err
	}
	return retryUntilOK(ctx, func() error {
		conn, err := net.Dial("tcp", net.JoinHostPort(s.Host, strconv.Itoa(s.Port)))
		if err != nil {
			return err
		}
		return conn.Close()
	})
}

// Stop kills the server. The buckets are kept.
func (s *S3) Stop() error {
	if err := s.process.Process.Kill(); err != nil {
		return err
	}
	_ = s.process.Wait() // its error says that the process was killed
	return nil
}

func (s *S3) address() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// Endpoint returns the URL of the server.
func (s *S3) Endpoint() string { return "http://" + s.address() }

// Folder returns the folder with the objects of a bucket.
func (s *S3) Folder(bucket string) string { return filepath.Join(s.dir, bucket) }

// CreateBucket creates a bucket, and returns its address in the form that Lectern expects. The name must have at least
// three characters.
func (s *S3) CreateBucket(bucket string) (address string, err error) {
	if err := os.Mkdir(s.Folder(bucket), 0o700); err != nil {
		return "", err
	}
	return s.Address(bucket), nil
}

// Address returns the address of a bucket, which need not exist.
func (s *S3) Address(bucket string) string {
	query := url.Values{"endpoint": {s.Endpoint()}, "region": {"us-east-1"}, "use_path_style": {"true"}}
	return fmt.Sprintf("s3://%s?%s", bucket, query.Encode())
}

// Environment returns environment variables with the server's credentials, as in the standard configuration of AWS.
func (s *S3) Environment() []string {
	return []string{"AWS_ACCESS_KEY_ID=" + S3Key, "AWS_SECRET_ACCESS_KEY=" + S3Secret, "AWS_EC2_METADATA_DISABLED=true"}
}
