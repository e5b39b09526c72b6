package conversion_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestStressDamage posts documents of every supported type with random damage. Each must be ready or have failed before
// its deadline, and the next undamaged document must be served normally.
//
// SECURITY.md, promise 15 (damaged files), promise 27 (no leftovers)
func TestStressDamage(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	const deadline, grace, between = 20 * time.Second, 10 * time.Second, 10
	s := startStress(t, "--deadline", deadline.String())
	lecterntest.Concurrently(lecterntest.Rounds(42, 700), func(seed int) {
		kind := lecterntest.ListedTypes[seed%len(lecterntest.ListedTypes)]
		what, content := damage(t, uint64(seed), lecterntest.Sample(t, "sample."+kind))
		what = fmt.Sprintf("seed %d, a .%s with %s", seed, kind, what)
		s.uploadAndWait(what, "damaged."+kind, content, deadline+grace)
		if seed%between == 0 {
			s.served(what, "sample."+kind)
		}
	})
	s.finish()
}

// damage returns a description of the damage and a damaged copy of a document. The seed determines both.
func damage(t *testing.T, seed uint64, content []byte) (string, []byte) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 17))
	content = bytes.Clone(content)
	methods := []func(*rand.Rand, []byte) (string, []byte){cut, alter, repeat}
	if archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content))); err == nil {
		return damagePackage(t, random, archive, methods, content)
	}
	return methods[random.IntN(len(methods))](random, content)
}

// cut truncates the content.
func cut(random *rand.Rand, content []byte) (string, []byte) {
	at := random.IntN(max(1, len(content)))
	return fmt.Sprintf("its end cut off at %d", at), content[:max(1, at)]
}

// alter changes a few bytes.
func alter(random *rand.Rand, content []byte) (string, []byte) {
	n := 1 + random.IntN(24)
	for range n {
		if len(content) > 0 {
			content[random.IntN(len(content))] = byte(random.Uint32())
		}
	}
	return fmt.Sprintf("%d bytes changed", n), content
}

// repeat inserts a copy of a piece of the content at another place.
func repeat(random *rand.Rand, content []byte) (string, []byte) {
	from, to := random.IntN(len(content)+1), random.IntN(len(content)+1)
	piece := bytes.Clone(content[min(from, to):max(from, to)])
	at := random.IntN(len(content) + 1)
	return fmt.Sprintf("%d bytes repeated at %d", len(piece), at), bytes.Join([][]byte{content[:at], piece, content[at:]}, nil)
}

// damagePackage damages a ZIP package in one of three ways at random: in the bytes of the archive, in the order or
// number of its parts, or in the content of one part.
func damagePackage(t *testing.T, random *rand.Rand, archive *zip.Reader, methods []func(*rand.Rand, []byte) (string, []byte),
	content []byte) (string, []byte) {
	t.Helper()
	parts := append([]*zip.File(nil), archive.File...)
	victim := -1
	var what string
	switch random.IntN(5) {
	case 0:
		return methods[random.IntN(len(methods))](random, content)
	case 1:
		random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		what = "its parts in another order"
	case 2:
		double := parts[random.IntN(len(parts))]
		at := random.IntN(len(parts) + 1)
		parts = append(parts[:at:at], append([]*zip.File{double}, parts[at:]...)...)
		what = double.Name + " twice"
	default:
		victim = random.IntN(len(parts))
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i, part := range parts {
		if i != victim {
			lecterntest.Check(t, w.Copy(part))
			continue
		}
		done, text := methods[random.IntN(len(methods))](random, readPart(t, part))
		what = fmt.Sprintf("%s in %s", done, part.Name)
		into, err := w.Create(part.Name)
		lecterntest.Check(t, err)
		_, err = into.Write(text)
		lecterntest.Check(t, err)
	}
	lecterntest.Check(t, w.Close())
	return what, out.Bytes()
}

func readPart(t *testing.T, part *zip.File) []byte {
	t.Helper()
	r, err := part.Open()
	lecterntest.Check(t, err)
	defer r.Close()
	text, err := io.ReadAll(r)
	lecterntest.Check(t, err)
	return text
}
