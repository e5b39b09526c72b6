package certificate

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// now is the time at which the tests check certificates.
var now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// signed is a certificate and its key, encoded as PEM.
type signed struct {
	key       crypto.Signer
	parsed    *x509.Certificate
	cert, pem []byte
}

// sign creates a certificate for a name. The argument by is the certificate that signs the new certificate. If by is
// nil, the new certificate is self-signed.
func sign(t *testing.T, name string, key crypto.Signer, by *signed, change func(*x509.Certificate)) *signed {
	t.Helper()
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	if change != nil {
		change(template)
	}
	parent, parentKey := template, key
	if by != nil {
		parent, parentKey = by.parsed, by.key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), parentKey)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &signed{key: key, parsed: parsed, cert: block("CERTIFICATE", der), pem: block("PRIVATE KEY", pkcs8(t, key))}
}

func block(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

func pkcs8(t *testing.T, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return der
}

func newECDSA(t *testing.T, curve elliptic.Curve) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func newRSA(t *testing.T, bits int) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestLoad(t *testing.T) {
	root := sign(t, "root.example", newECDSA(t, elliptic.P256()), nil, nil)
	leaf := sign(t, "lectern.example", newECDSA(t, elliptic.P256()), root, nil)
	other := sign(t, "other.example", newECDSA(t, elliptic.P384()), nil, nil)
	weak := sign(t, "weak.example", newRSA(t, 1024), nil, nil)
	strong := sign(t, "strong.example", newRSA(t, 2048), nil, nil)
	curve := sign(t, "curve.example", newECDSA(t, elliptic.P224()), nil, nil)
	edwards := newEdwards(t)
	old := sign(t, "old.example", newECDSA(t, elliptic.P256()), nil, func(c *x509.Certificate) { c.NotAfter = now.Add(-time.Minute) })
	early := sign(t, "early.example", newECDSA(t, elliptic.P256()), nil, func(c *x509.Certificate) { c.NotBefore = now.Add(time.Minute) })
	oldKey := block("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(strong.key.(*rsa.PrivateKey)))
	sec1, _ := x509.MarshalECPrivateKey(leaf.key.(*ecdsa.PrivateKey))
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for name, test := range map[string]struct {
		cert, key []byte
		says      string // text that the error, or the only warning, must contain
		warns     bool
	}{
		"ECDSA":             {cert: leaf.cert, key: leaf.pem},
		"with its issuer":   {cert: join(leaf.cert, root.cert), key: leaf.pem},
		"RSA of 2,048 bits": {cert: strong.cert, key: strong.pem},
		"RSA as PKCS #1":    {cert: strong.cert, key: oldKey},
		"ECDSA as SEC 1":    {cert: leaf.cert, key: join(block("EC PARAMETERS", []byte{6, 0}), block("EC PRIVATE KEY", sec1))},
		"Ed25519":           {cert: edwards.cert, key: edwards.pem},
		"both in one file":  {cert: join(leaf.pem, leaf.cert), key: join(leaf.pem, leaf.cert)},
		"text around them":  {cert: join([]byte("subject=lectern\n"), leaf.cert), key: leaf.pem},
		"swapped":           {cert: leaf.pem, key: leaf.cert, says: "are swapped"},
		"RSA of 1,024 bits": {cert: weak.cert, key: weak.pem, says: "certificate 1 in CERT has an RSA key of 1024 bits"},
		"weak issuer": {cert: join(leaf.cert, weak.cert), key: leaf.pem,
			says: "certificate 2 in CERT has an RSA key of 1024 bits"},
		"weak key of another": {cert: leaf.cert, key: weak.pem, says: "KEY has an RSA key of 1024 bits"},
		"weak curve":          {cert: curve.cert, key: curve.pem, says: "the curve P-224"},
		"key of another": {cert: leaf.cert, key: other.pem, says: "KEY has the key of another certificate than CERT, which is of " +
			"lectern.example"},
		"key of another kind": {cert: leaf.cert, key: strong.pem, says: "does not belong to --tls-cert"},
		"issuer first": {cert: join(root.cert, leaf.cert), key: leaf.pem,
			says: "the key belongs to certificate 2 in CERT, of lectern.example; put that certificate first"},
		"issuer that did not sign": {cert: join(leaf.cert, other.cert), key: leaf.pem, says: "certificate 2, of other.example, did not sign",
			warns: true},
		"expired":       {cert: old.cert, key: old.pem, says: "of old.example expired on 2026-01-02", warns: true},
		"not valid yet": {cert: early.cert, key: early.pem, says: "of early.example is not valid before 2026-01-02", warns: true},
		"encrypted key": {cert: leaf.cert, key: block("ENCRYPTED PRIVATE KEY", []byte("x")), says: "--tls-key is encrypted"},
		"key encrypted as before": {cert: leaf.cert,
			key: []byte("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAAAA\n-----END RSA " +
				"PRIVATE KEY-----\n"), says: "--tls-key is encrypted"},
		"twice the certificate": {cert: leaf.cert, key: leaf.cert,
			says: "--tls-key has no private key (a block PRIVATE KEY): KEY contains CERTIFICATE"},
		"twice the key": {cert: leaf.pem, key: leaf.pem,
			says: "--tls-cert has no certificate (a block CERTIFICATE): CERT contains PRIVATE KEY"},
		"public key":            {cert: leaf.cert, key: block("PUBLIC KEY", []byte("x")), says: ": KEY contains PUBLIC KEY"},
		"certificate in binary": {cert: leaf.parsed.Raw, key: leaf.pem, says: "--tls-cert is not PEM"},
		"key in binary":         {cert: leaf.cert, key: pkcs8(t, leaf.key), says: "--tls-key is not PEM"},
		"empty certificate":     {cert: []byte("\n"), key: leaf.pem, says: "--tls-cert is empty"},
		"endless certificate":   {cert: bytes.Repeat([]byte("\n"), 1<<20+1), key: leaf.pem, says: "--tls-cert is too large"},
		"endless key":           {cert: leaf.cert, key: bytes.Repeat([]byte("\n"), 1<<20+1), says: "--tls-key is too large"},
		"damaged certificate": {cert: block("CERTIFICATE", leaf.parsed.Raw[:99]), key: leaf.pem,
			says: "--tls-cert is damaged: certificate 1 in CERT"},
		"damaged key": {cert: leaf.cert, key: block("PRIVATE KEY", []byte("x")), says: "the private key in KEY cannot be read"},
		"damaged RSA key": {cert: leaf.cert, key: block("RSA PRIVATE KEY", []byte("x")),
			says: "the private key in KEY cannot be read"},
		"OpenSSH's form of a key": {cert: leaf.cert, key: block("OPENSSH PRIVATE KEY", []byte("x")),
			says: "the private key in KEY cannot be read"},
		"certificate that is missing": {key: leaf.pem, says: "--tls-cert cannot be read"},
		"key that is missing":         {cert: leaf.cert, says: "--tls-key cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			cert, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
			for path, content := range map[string][]byte{cert: test.cert, key: test.key} {
				if content == nil {
					continue
				}
				if err := os.WriteFile(path, content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			pair, err := Load(cert, key, now)
			said := ""
			switch {
			case err != nil:
				said = err.Error()
			case test.warns && len(pair.Warnings) != 1, !test.warns && len(pair.Warnings) != 0:
				t.Errorf("it warns of %q", pair.Warnings)
			case test.warns:
				said = pair.Warnings[0]
			}
			want := strings.NewReplacer("CERT has", cert+" has", "in CERT", "in "+cert, "than CERT", "than "+cert, "in KEY", "in "+key, "KEY has",
				key+" has", ": KEY contains", ": "+key+" contains", "CERT contains", cert+" contains").Replace(test.says)
			if (said == "") != (test.says == "") || !strings.Contains(said, want) || (err != nil) == test.warns && test.says != "" {
				t.Errorf("the message is %q, %v", said, err)
			}
		})
	}
}

func newEdwards(t *testing.T) *signed {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return sign(t, "edwards.example", key, nil, nil)
}
