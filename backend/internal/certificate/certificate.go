// Package certificate loads the certificate and the private key of a server. Its errors explain to people why a
// certificate cannot be used.
package certificate

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
	"time"
)

// minRSABits is the minimum length of an RSA key, in bits, that browsers and standards accept (NIST SP 800-131A Rev. 2,
// CA/Browser Forum Baseline Requirements 6.1.5).
const minRSABits = 2048

// Pair is a certificate with its private key, and warnings about the certificate.
type Pair struct {
	tls.Certificate
	// Warnings are reasons why clients may reject the certificate although a server can use it.
	Warnings []string
}

// Load reads a certificate and a private key from PEM files. It checks that they belong together, that no key is weak,
// and that the server's own certificate is the first in its file. The error is a sentence for people. The argument now
// is the time at which the certificates must be valid.
func Load(certFile, keyFile string, now time.Time) (*Pair, error) {
	certs, key, err := readBoth(certFile, keyFile)
	if err != nil {
		return nil, err
	}
	chain, err := parseChain(certFile, certs)
	if err != nil {
		return nil, err
	}
	private, err := parseKey(keyFile, key)
	if err != nil {
		return nil, err
	}
	if err := checkOwner(chain, private, certFile, keyFile); err != nil {
		return nil, err
	}
	p := &Pair{Certificate: tls.Certificate{PrivateKey: private, Leaf: chain[0]}, Warnings: warnings(chain, now)}
	for _, c := range chain {
		p.Certificate.Certificate = append(p.Certificate.Certificate, c.Raw)
	}
	return p, nil
}

// readBoth reads both files, and returns the PEM blocks of the certificates and of the key.
func readBoth(certFile, keyFile string) (certs []*pem.Block, key *pem.Block, err error) {
	inCert, err := readFile("--tls-cert", certFile)
	if err != nil {
		return nil, nil, err
	}
	inKey, err := readFile("--tls-key", keyFile)
	if err != nil {
		return nil, nil, err
	}
	if certs, key = inCert.certificates(), inKey.key(); len(certs) > 0 && key != nil {
		return certs, key, nil
	}
	if len(certs) == 0 && inCert.key() != nil && len(inKey.certificates()) > 0 && key == nil {
		return nil, nil, fmt.Errorf("--tls-cert and --tls-key are swapped: %s contains a private key and %s a certificate; "+
			"exchange the two files",
			certFile, keyFile)
	}
	if len(certs) == 0 {
		return nil, nil, inCert.errMissing("--tls-cert", "certificate (a block CERTIFICATE)")
	}
	return nil, nil, inKey.errMissing("--tls-key", "private key (a block PRIVATE KEY)")
}

// pemFile is the content of a file of PEM blocks.
type pemFile struct {
	path   string
	text   []byte
	blocks []*pem.Block
}

// maxFileSize is the size limit of a file, in bytes. Without a limit, reading a device such as /dev/zero would never
// end.
const maxFileSize = 1 << 20

func readFile(flag, path string) (pemFile, error) {
	text, err := readOnce(path, maxFileSize+1)
	if err != nil {
		return pemFile{}, fmt.Errorf("%s cannot be read: %w", flag, err)
	}
	if len(text) > maxFileSize {
		return pemFile{}, fmt.Errorf("%s is too large: %s has more than %d bytes, but should contain a few certificates or a key",
			flag, path, maxFileSize)
	}
	c := pemFile{path: path, text: text}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		c.blocks = append(c.blocks, block)
	}
	return c, nil
}

func (c pemFile) certificates() (found []*pem.Block) {
	for _, block := range c.blocks {
		if block.Type == "CERTIFICATE" {
			found = append(found, block)
		}
	}
	return found
}

func (c pemFile) key() *pem.Block {
	for _, block := range c.blocks {
		if strings.HasSuffix(block.Type, "PRIVATE KEY") {
			return block
		}
	}
	return nil
}

// errMissing returns the error for a file that does not contain what the flag requires, such as a certificate.
func (c pemFile) errMissing(flag, content string) error {
	switch {
	case len(bytes.TrimSpace(c.text)) == 0:
		return fmt.Errorf("%s is empty: %s should contain a %s in PEM format", flag, c.path, content)
	case len(c.blocks) == 0:
		return fmt.Errorf("%s is not PEM: %s should contain a %s as text; 'openssl x509 -inform der' and 'openssl pkcs12' "+
			"convert other formats",
			flag, c.path, content)
	}
	return fmt.Errorf("%s has no %s: %s contains %s", flag, content, c.path, c.blocks[0].Type)
}

func parseChain(path string, blocks []*pem.Block) (chain []*x509.Certificate, err error) {
	for i, block := range blocks {
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("--tls-cert is damaged: certificate %d in %s cannot be read: %w; copy it again, or get a "+
				"certificate with RSA of %d bits or more, or with ECDSA on P-256", i+1, path, err, minRSABits)
		}
		if weak := weakness(c.PublicKey); weak != "" {
			return nil, fmt.Errorf("--tls-cert is too weak: certificate %d in %s has %s; get a certificate with RSA of %d bits "+
				"or more, or with ECDSA on P-256", i+1, path, weak, minRSABits)
		}
		chain = append(chain, c)
	}
	return chain, nil
}

// weakness returns the reason why a public key is too weak, or "" if it is strong enough.
func weakness(key any) string {
	switch key := key.(type) {
	case *rsa.PublicKey:
		if bits := key.N.BitLen(); bits < minRSABits {
			return fmt.Sprintf("an RSA key of %d bits", bits)
		}
	case *ecdsa.PublicKey:
		if key.Curve == elliptic.P224() {
			return "an ECDSA key on the curve P-224"
		}
	}
	return ""
}

func parseKey(path string, block *pem.Block) (crypto.Signer, error) {
	if block.Type == "ENCRYPTED PRIVATE KEY" || strings.Contains(block.Headers["Proc-Type"], "ENCRYPTED") {
		return nil, fmt.Errorf("--tls-key is encrypted: Lectern cannot ask for the password of %s; decrypt it with 'openssl pkey "+
			"-in FILE -out FILE' and make it readable for Lectern's user only", path)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		key, err = parseOldKey(block, err)
	}
	if err != nil {
		return nil, fmt.Errorf("--tls-key cannot be used: the private key in %s cannot be read: %w; copy it again, or get a "+
			"certificate with RSA of %d bits or more, or with ECDSA on P-256", path, err, minRSABits)
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("--tls-key cannot be used: the private key in %s cannot sign", path)
	}
	if weak := weakness(signer.Public()); weak != "" {
		return nil, fmt.Errorf("--tls-key is too weak: %s has %s; get a certificate with RSA of %d bits or more, or with ECDSA "+
			"on P-256",
			path, weak, minRSABits)
	}
	return signer, nil
}

// parseOldKey parses a private key in a format that is older than PKCS #8. err is the error that parsing the key as
// PKCS #8 has returned.
func parseOldKey(block *pem.Block, err error) (any, error) {
	switch block.Type {
	case "RSA PRIVATE KEY":
		return x509.ParsePKCS1PrivateKey(block.Bytes)
	case "EC PRIVATE KEY":
		return x509.ParseECPrivateKey(block.Bytes)
	}
	return nil, err
}

// checkOwner returns an error if the private key does not belong to the first certificate.
func checkOwner(chain []*x509.Certificate, key crypto.Signer, certFile, keyFile string) error {
	public, ok := key.Public().(interface{ Equal(crypto.PublicKey) bool })
	if !ok {
		return errors.New("--tls-key cannot be used: a key of this kind cannot be compared with the certificate")
	}
	for i, c := range chain {
		switch {
		case !public.Equal(c.PublicKey):
		case i == 0:
			return nil
		default:
			return fmt.Errorf("--tls-cert is in the wrong order: the key belongs to certificate %d in %s, %s; put that "+
				"certificate first, and after each certificate the one that signed it", i+1, certFile, name(c))
		}
	}
	return fmt.Errorf("--tls-key does not belong to --tls-cert: %s has the key of another certificate than %s, which is %s", keyFile, certFile,
		name(chain[0]))
}

// name returns the name by which a person recognizes the certificate c.
func name(c *x509.Certificate) string {
	switch {
	case len(c.DNSNames) > 0:
		return "of " + c.DNSNames[0]
	case len(c.IPAddresses) > 0:
		return "of " + c.IPAddresses[0].String()
	case c.Subject.CommonName != "":
		return "of " + c.Subject.CommonName
	}
	return "of no name"
}

// warnings returns reasons why clients may reject a certificate although a server can use it.
func warnings(chain []*x509.Certificate, now time.Time) (all []string) {
	for i, c := range chain {
		switch {
		case now.After(c.NotAfter):
			all = append(all, fmt.Sprintf("the certificate %s expired on %s, so clients reject it: renew it", name(c), c.NotAfter.UTC().
				Format(time.DateOnly)))
		case now.Before(c.NotBefore):
			all = append(all, fmt.Sprintf("the certificate %s is not valid before %s, so clients reject it until then: check the "+
				"clock of the machine",
				name(c), c.NotBefore.UTC().Format(time.DateOnly)))
		}
		if i > 0 && chain[i-1].CheckSignatureFrom(c) != nil {
			all = append(all, fmt.Sprintf("certificate %d, %s, did not sign the one before it, so some clients reject the chain: "+
				"put after each certificate the one that signed it", i+1, name(c)))
		}
	}
	return all
}
