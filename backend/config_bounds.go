package backend

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"time"

	"lectern/backend/internal/guard"
	"lectern/backend/library/bucket"
	"lectern/backend/store"
)

// What a setting may be at most where nothing else bounds it: more than any machine
// serves, and little enough to be added and multiplied.
const (
	manyBytes = 1 << 40
	longest   = 24 * time.Hour

	longestCheck = 365 * 24 * time.Hour
)

// leastMemory is what a process needs to begin with an Office document: LibreOffice has
// most of that mapped, though not in use, before it reads the first byte.
const leastMemory = 1 << 30

// Validate looks whether the settings make sense by themselves, whatever there is on the
// machine. The error names every flag whose value does not, and what it may be. The command
// line calls it.
func (c Config) Validate() error {
	return errors.Join(c.checkData(), c.checkAddr(), c.checkPublicURL(), c.checkNames(), c.checkTLS(), c.checkTraceEndpoint(), c.checkAllowed(), c.checkBounds(), c.checkRetry(), c.checkShared(), c.checkDatabase(), c.checkBlobs())
}

// ValidateHere is Validate, and checks the folders and files that are named.
func (c Config) ValidateHere() error {
	return errors.Join(c.Validate(), c.checkFonts(), c.checkCertificate())
}

func (c Config) checkData() error {
	if c.Data == "" {
		return nil
	}
	return CheckDataPath("--data", c.Data)
}

func (c Config) checkAllowed() error {
	if err := guard.ValidateAllowed(c.AllowHosts); err != nil {
		return fmt.Errorf("--allow-host: %w", err)
	}
	return nil
}

func (c Config) checkBounds() error {
	return errors.Join(
		within("max-upload", "bytes", c.MaxUpload, 1, manyBytes),
		within("max-queue", "documents", c.MaxQueue, 1, 1_000_000),
		within("fetch-time", "", c.FetchTime, time.Millisecond, longest),
		within("deadline", "", c.Deadline, time.Millisecond, longest),
		within("memory", "bytes", c.Memory, leastMemory, manyBytes),
		within("workers", "documents at once", c.Workers, 1, 256),
		within("max-pages", "pages", c.MaxPages, 1, 1_000_000),
		within("max-side", "points", c.MaxSide, 72, 1_000_000),
		within("max-pixels", "pixels", c.MaxPixels, 10_000, 1_000_000_000),
		within("max-svg", "bytes", c.MaxSVG, 1, manyBytes),
		within("page-cache", "bytes", c.PageCache, 0, manyBytes),
		within("content-cache", "bytes", c.ContentCache, 0, manyBytes),
		within("content-grace", "", c.ContentGrace, time.Millisecond, longest),
		within("content-check", "", c.ContentCheck, 0, longestCheck),
		within("drain", "", c.Drain, 0, longest),
		within("max-params", "bytes", c.MaxParams, 1, 100_000_000),
		within("max-inflation", "bytes", c.MaxInflation, 1, manyBytes),
		within("max-nesting", "levels", c.MaxNesting, 1, 10_000),
	)
}

func (c Config) checkShared() error {
	switch {
	case c.Blobs != "" && c.Database == "":
		return errors.New("--blobs goes with --database: servers that share the bytes of a library share its records")
	case c.Role != roleAll && (c.Blobs == "" || c.Database == ""):
		return fmt.Errorf("--role %s is for servers that share a library: name its --database and its --blobs, or leave the role out", c.Role)
	}
	return nil
}

func (c Config) checkDatabase() error {
	if c.Database == "" {
		return nil
	}
	if err := store.CheckURL(c.Database); err != nil {
		return fmt.Errorf("--database: %w", err)
	}
	return nil
}

func (c Config) checkBlobs() error {
	if c.Blobs == "" {
		return nil
	}
	if err := bucket.Validate(c.Blobs); err != nil {
		return fmt.Errorf("--blobs: %w", err)
	}
	return nil
}

// mostRetries bounds the waits between tries, which all together should end some day.
const mostRetries = 20

func (c Config) checkRetry() error {
	errs := []error{within("webhook-retry", "waits", len(c.WebhookRetry), 1, mostRetries)}
	for _, wait := range c.WebhookRetry {
		errs = append(errs, within("webhook-retry", "a wait", wait, 0, longest))
	}
	return errors.Join(errs...)
}

// within says where a flag's value is not in its range, in a person's words.
func within[N cmp.Ordered](flag, unit string, value, least, most N) error {
	if value >= least && value <= most { // which no NaN is
		return nil
	}
	if unit != "" {
		unit = " " + unit
	}
	return fmt.Errorf("--%s is from %s to %s%s; it was %s", flag, plain(least), plain(most), unit, plain(value))
}

// plain writes a number as it would be given on the command line.
func plain(value any) string {
	if f, ok := value.(float64); ok {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}
