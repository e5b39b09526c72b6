package pdf_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/converters/pdf/pdftest"
)

// damaged returns a copy of data with some bytes changed or cut off.
func damaged(random *rand.Rand, data []byte) []byte {
	hurt := append([]byte(nil), data...)
	if random.IntN(3) == 0 {
		return hurt[:random.IntN(len(hurt))]
	}
	for range 1 + random.IntN(20) {
		at := random.IntN(len(hurt))
		switch random.IntN(3) {
		case 0:
			hurt[at] = byte(random.Uint32())
		case 1:
			hurt[at] = "0123456789<>[]()/ R"[random.IntN(19)]
		case 2:
			other := hurt[random.IntN(len(hurt)):]
			copy(hurt[at:], other[:min(16, len(other))])
		}
	}
	return hurt
}

// For any damaged PDF, every request succeeds or fails with a reason that blames the document.
//
// SECURITY.md, promise 15 (damaged files)
func TestPDFDamaged(t *testing.T) {
	const seeds = 60
	whole := [][]byte{pdftest.CJK(), pdftest.NotEmbedded("Arial"), pdftest.Protected, pdftest.Locked, pdftest.Long(3)}
	for _, path := range corpusPDFs() {
		if data, err := os.ReadFile(path); err == nil && len(data) < 200_000 {
			whole = append(whole, data)
		}
	}
	reader := newPDF(t, func(cfg *convert.Config) { cfg.Deadline = 2 * time.Second; cfg.Memory = 512 << 20 })
	for seed := range uint64(seeds) {
		random := rand.New(rand.NewPCG(seed, 1))
		src := source(t, damaged(random, whole[random.IntN(len(whole))]))
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			_, err := reader.Info(t.Context(), src)
			if err == nil {
				_, err = reader.SVG(t.Context(), src, 1)
				wantOwnReason(t, err, "")
				_, err = reader.Words(t.Context(), src, 1)
				wantOwnReason(t, err, "")
				_, err = reader.Details(t.Context(), src)
				wantOwnReason(t, err, "")
				err = reader.Decrypt(t.Context(), src, "", copyFile(t))
			}
			wantOwnReason(t, err, "")
		})
	}
}

// corpusPDFs returns the paths of the PDFs in the corpus at LECTERN_CORPUS, or none if that is not set.
func corpusPDFs() []string {
	folder := os.Getenv("LECTERN_CORPUS")
	if folder == "" {
		return nil
	}
	paths, _ := filepath.Glob(filepath.Join(folder, "*/*.pdf"))
	return paths
}
