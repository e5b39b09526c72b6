package doctor

import (
	"context"
	"strings"
	"time"

	"lectern/backend/sentence"
)

var (
	certificateCheck  = sentence.New("check-certificate", "certificate")
	certificateRemedy = sentence.New("mend-certificate", "fix this, or set --tls-cert and --tls-key to other files")
	renewRemedy       = sentence.New("mend-old-certificate", "renew the certificate and restart the server")
)

// checkCertificate checks the server's certificate.
func (m *Machine) checkCertificate(context.Context) Finding {
	f := good(certificateCheck, sentence.Sentence{})
	pair, err := m.Certificate()
	if err != nil {
		return f.failed(plain(err.Error()), certificateRemedy)
	}
	if len(pair.Warnings) > 0 {
		return f.warned(plain(strings.Join(pair.Warnings, "; ")), renewRemedy)
	}
	return good(certificateCheck, sentence.New("found-certificate", "valid until {date}").With("date", pair.Leaf.NotAfter.UTC().
		Format(time.DateOnly)))
}
