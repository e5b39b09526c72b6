package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestHTTPS serves under a certificate that is for another name, as one behind a
// public name is: the commands of this machine reach the server all the same.
func TestHTTPS(t *testing.T) {
	t.Parallel()
	cert, key := writeCertificate(t)
	data := t.TempDir()
	s := startOn(t, data, nil, "--tls-cert", cert, "--tls-key", key)
	if !strings.HasPrefix(s.URL, "https://") {
		t.Errorf("it listens at %s", s.URL)
	}
	file := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(file, sample(t, "sample.pdf"), 0o600); err != nil {
		t.Fatal(err)
	}
	stdout, _ := runCommand(t, []string{"DISPLAY=", "WAYLAND_DISPLAY="}, 0, "open", "--data", data, file)
	if !strings.HasPrefix(stdout, s.URL+"/viewer/view?sessionId=") {
		t.Errorf("open says %q", stdout)
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
		{[]string{"--tls-cert", cert}, 2, "--tls-cert and --tls-key go together"},
		{[]string{"--tls-key", key}, 2, "--tls-cert and --tls-key go together"},
		{[]string{"--tls-cert", key, "--tls-key", key}, 1, "load certificate"},
	} {
		_, stderr := runCommand(t, nil, test.code, append([]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0"}, test.args...)...)
		if !strings.Contains(stderr, test.want) {
			t.Errorf("%v: it says %q", test.args, stderr)
		}
	}
}

// writeCertificate makes a certificate for lectern.example, and gives the paths of
// it and of its key.
func writeCertificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"lectern.example"}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
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
