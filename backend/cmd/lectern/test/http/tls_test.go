package http_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestHTTPS serves with a certificate for another host name, such as the public one. Commands on the same machine must
// nevertheless be able to connect to the server.
func TestHTTPS(t *testing.T) {
	t.Parallel()
	cert, key := writeCertificate(t)
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil, "--tls-cert", cert, "--tls-key", key)
	if !strings.HasPrefix(s.URL, "https://") {
		t.Errorf("it listens at %s", s.URL)
	}
	file := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(file, lecterntest.Sample(t, "sample.pdf"), 0o600); err != nil {
		t.Fatal(err)
	}
	stdout, _ := lecterntest.RunWithEnv(t, []string{"DISPLAY=", "WAYLAND_DISPLAY="}, 0, "open", "--data", data, file)
	if !strings.HasPrefix(stdout, s.URL+"/viewer/view?sessionId=") {
		t.Errorf("open: the message is %q", stdout)
	}
}

// TestHTTPSFromAPipe serves with a certificate and a key that are read from pipes, as passed by the shell's <(...).
func TestHTTPSFromAPipe(t *testing.T) {
	t.Parallel()
	certFile, keyFile := writeCertificate(t)
	folder := t.TempDir()
	pipe := func(name, file string) string {
		path := filepath.Join(folder, name)
		if out, err := exec.Command("mkfifo", path).CombinedOutput(); err != nil {
			t.Skipf("there are no named pipes here: %v, %s", err, out)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		go func() { _ = os.WriteFile(path, text, 0o600) }() // blocks until the pipe is read
		return path
	}
	s := lecterntest.StartIn(t, t.TempDir(), nil, "--tls-cert", pipe("cert", certFile), "--tls-key", pipe("key", keyFile))
	if !strings.HasPrefix(s.URL, "https://") {
		t.Errorf("it listens at %s", s.URL)
	}
}

func TestHTTPSNeedsBothFiles(t *testing.T) {
	t.Parallel()
	cert, key := writeCertificate(t)
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--tls-cert", cert}, 2, "--tls-cert and --tls-key must be set together"},
		{[]string{"--tls-key", key}, 2, "--tls-cert and --tls-key must be set together"},
		{[]string{"--tls-cert", key, "--tls-key", key}, 2, "--tls-cert has no certificate"},
	} {
		_, stderr := lecterntest.RunWithEnv(t, nil, test.code, append([]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0"},
			test.args...)...)
		if !strings.Contains(stderr, test.want) {
			t.Errorf("%v: the message is %q", test.args, stderr)
		}
	}
}

// TestUnusableCertificates checks that each command reports why a certificate or key cannot be used, for example
// because the two files are swapped or an RSA key is too short. An expired certificate must be used, with a warning.
func TestUnusableCertificates(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	cert, key := writeCertificate(t)
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	weakCert, weakKey := writeCertificateOf(t, short, time.Now().Add(time.Hour))
	for _, test := range []struct{ cert, key, want string }{
		{key, cert, "--tls-cert and --tls-key are swapped: " + key + " contains a private key and " + cert + " a certificate"},
		{weakCert, weakKey, "has an RSA key of 1024 bits"},
		{cert, weakKey, "has an RSA key of 1024 bits"},
	} {
		for command, code := range map[string]int{"serve": 2, "config check": 1, "doctor": 1} {
			args := append(strings.Fields(command), "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--tls-cert", test.cert, "--tls-key", test.key)
			stdout, stderr := lecterntest.RunWithEnv(t, nil, code, args...)
			if !strings.Contains(stdout+stderr, test.want) {
				t.Errorf("%s: the message is %s %s, not %s", command, stdout, stderr, test.want)
			}
		}
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	oldCert, oldKey := writeCertificateOf(t, private, time.Now().Add(-time.Hour))
	s := lecterntest.StartIn(t, t.TempDir(), nil, "--tls-cert", oldCert, "--tls-key", oldKey)
	if !strings.Contains(s.Log.String(), "the certificate of lectern.example expired on ") {
		t.Errorf("the log of a server with an expired certificate is %s", s.Log)
	}
}

// writeCertificate creates a certificate for lectern.example and returns the paths of the certificate and its key.
func writeCertificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return writeCertificateOf(t, private, time.Now().Add(time.Hour))
}

// writeCertificateOf creates a certificate for a private key. The certificate is valid until the given time.
func writeCertificateOf(t *testing.T, private crypto.Signer, until time.Time) (cert, key string) {
	t.Helper()
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"lectern.example"}, NotAfter: until}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "PRIVATE KEY", pkcs8)
}
