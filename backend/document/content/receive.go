package content

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/tempfile"
	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
)

// maxInMemory is the maximum size, in bytes, of received content that is held in memory instead of in a temporary file.
const maxInMemory = 128 << 10

// Add stores the bytes of r and returns their key and size. When Add returns, the bytes are on the disk. The error is a
// fault of kind TooLarge if r has more than limit bytes, and of kind Invalid if r is empty. The caller holds the key,
// and must call [Store.Unhold] or [Store.Release].
func (s *Store) Add(ctx context.Context, r io.Reader, limit int64) (key string, size int64, err error) {
	if err := s.reserve.Check(ctx); err != nil {
		return "", 0, fault.AsFullDisk(err)
	}
	sum := sha256.New()
	r = io.TeeReader(io.LimitReader(r, limit+1), sum)
	start, err := io.ReadAll(io.LimitReader(r, maxInMemory))
	if err != nil {
		return "", 0, fmt.Errorf("receive document: %w", err)
	}
	received := io.ReadSeeker(bytes.NewReader(start))
	size = int64(len(start))
	if size == maxInMemory {
		file, err := tempfile.New(s.temp)
		if err != nil {
			return "", 0, err
		}
		defer file.Close()
		received = file
		if size, err = io.Copy(file, io.MultiReader(bytes.NewReader(start), r)); err != nil {
			return "", 0, fault.AsFullDisk(fmt.Errorf("receive document: %w", err))
		}
	}
	switch {
	case size > limit:
		return "", 0, fault.Translatable(fault.TooLarge, sentence.New("file-too-large", "The file is larger than the limit of {limit}.").
			With("limit", bytesize.Sentence(limit)))
	case size == 0:
		return "", 0, fault.TranslatableField("file", sentence.New("file-empty", "The file is empty.")).WithCode(fault.FileEmpty)
	}
	key = keyOfHash(sum.Sum(nil))
	return key, size, s.Put(ctx, key, received)
}
