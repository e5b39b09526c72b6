package backend

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"lectern/backend/convert/fontfolder"
	"lectern/backend/internal/outbound"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/internal/tracing"
	"lectern/backend/library"
	"lectern/backend/library/bucket"
	"lectern/backend/settings"
	"lectern/backend/store/postgres"
)

// The maximum values of settings that have no other limit. No machine can serve more, and sums and products of values
// below these limits do not overflow.
const (
	maxBytes    = 1 << 40
	maxDuration = 24 * time.Hour

	maxCheckInterval = 365 * 24 * time.Hour
)

// minMemory is the minimum address space, in bytes, of a process that converts Office documents. LibreOffice maps most
// of this address space before it reads the first byte of a document, although it does not use that memory.
const minMemory = 1 << 30

// Validate checks the configuration without regard to the machine. The error names every flag with an invalid value,
// and the values that the flag may have. The command line calls it.
func (c Config) Validate() error {
	return errors.Join(c.checkData(), c.checkAddr(), c.checkPublicURL(), c.checkNames(), c.checkTLS(), c.checkTraceEndpoint(),
		c.checkAllowed(), c.checkBounds(), c.checkRetry(), c.checkShared(), c.checkDatabase(), c.checkBlobs())
}

// ValidateHere is like Validate, but also checks the folders and files that the configuration names.
func (c Config) ValidateHere() error {
	return errors.Join(c.Validate(), c.checkFonts(), c.checkCertificate())
}

func (c Config) checkData() error {
	if c.Data == "" {
		return nil
	}
	return library.CheckDataPath("--data", c.Data)
}

func (c Config) checkAllowed() error {
	if err := outbound.ValidateAllowed(c.AllowHosts); err != nil {
		return fmt.Errorf("--allow-host: %w", err)
	}
	return nil
}

func (c Config) checkBounds() error {
	return errors.Join(
		checkRange("max-upload", "bytes", c.MaxUpload, 1, maxBytes),
		checkRange("max-queue", "documents", c.MaxQueue, 1, 1_000_000),
		checkRange("fetch-time", "", c.FetchTime, time.Millisecond, maxDuration),
		checkRange("deadline", "", c.Deadline, time.Millisecond, maxDuration),
		checkRange("memory", "bytes", c.Memory, minMemory, maxBytes),
		checkRange("workers", "documents at once", c.Workers, 1, 256),
		checkRange("max-pages", "pages", c.MaxPages, 1, 1_000_000),
		checkRange("max-side", "points", c.MaxSide, 72, 1_000_000),
		checkRange("max-pixels", "pixels", c.MaxPixels, 10_000, 1_000_000_000),
		checkRange("max-svg", "bytes", c.MaxSVG, 1, maxBytes),
		checkRange("page-cache", "bytes", c.PageCache, 0, maxBytes),
		checkRange("content-cache", "bytes", c.ContentCache, 0, maxBytes),
		checkRange("content-grace", "", c.ContentGrace, time.Millisecond, maxDuration),
		checkRange("content-check", "", c.ContentCheck, 0, maxCheckInterval),
		checkRange("drain", "", c.Drain, 0, maxDuration),
		checkRange("max-params", "bytes", c.MaxParams, 1, 100_000_000),
		checkRange("max-inflation", "bytes", c.MaxInflation, 1, maxBytes),
		checkRange("max-nesting", "levels", c.MaxNesting, 1, 10_000),
	)
}

func (c Config) checkShared() error {
	switch {
	case c.Blobs != "" && c.Database == "":
		return errors.New("--blobs requires --database: servers that share the content of a library share its database as well")
	case c.Role != roleAll && (c.Blobs == "" || c.Database == ""):
		return fmt.Errorf("--role %s is for servers that share a library: set --database and --blobs, or remove --role", c.Role)
	}
	return nil
}

func (c Config) checkDatabase() error {
	if c.Database == "" {
		return nil
	}
	if err := postgres.CheckURL(c.Database); err != nil {
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

// maxRetries is the maximum number of waits in --webhook-retry. Each wait is followed by another attempt to deliver.
const maxRetries = 20

func (c Config) checkRetry() error {
	errs := []error{checkRange("webhook-retry", "waits", len(c.WebhookRetry), 1, maxRetries)}
	for _, wait := range c.WebhookRetry {
		errs = append(errs, checkRange("webhook-retry", "a wait", wait, 0, maxDuration))
	}
	return errors.Join(errs...)
}

// checkRange returns an error if the value of a flag is less than lowest or greater than highest.
func checkRange[N cmp.Ordered](flag, unit string, value, lowest, highest N) error {
	if value >= lowest && value <= highest { // false for NaN
		return nil
	}
	if unit != "" {
		unit = " " + unit
	}
	return fmt.Errorf("--%s must be from %s to %s%s, but is %s", flag, formatNumber(lowest), formatNumber(highest), unit, formatNumber(value))
}

// formatNumber formats a number as the command line expects it, without an exponent.
func formatNumber(value any) string {
	if f, ok := value.(float64); ok {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

func (c Config) checkAddr() error {
	if c.Addr != "" && !settings.IsListenAddr(c.Addr) {
		return fmt.Errorf("--addr must be HOST:PORT, such as 127.0.0.1:7420, with a port from 0 to 65535, but is %q", c.Addr)
	}
	return nil
}

func (c Config) checkPublicURL() error {
	if !settings.IsPublicURL(c.PublicURL) {
		return fmt.Errorf("--public-url must be an address such as https://example.com/documents, but is %q", sealedurl.Redact(c.PublicURL))
	}
	return nil
}

func (c Config) checkNames() error {
	for _, name := range c.HostNames {
		if !settings.IsHostName(name) {
			return fmt.Errorf("--host-name must be a name such as papers.example.com, but is %q", name)
		}
	}
	for _, origin := range c.AllowOrigins {
		if !settings.IsOrigin(origin) {
			return fmt.Errorf("--allow-origin must be an origin such as https://app.example.com, but is %q", sealedurl.Redact(origin))
		}
	}
	return nil
}

func (c Config) checkTraceEndpoint() error {
	if c.TraceEndpoint == "" {
		return nil
	}
	if err := tracing.Validate(c.TraceEndpoint); err != nil {
		return fmt.Errorf("--trace-endpoint %w", err)
	}
	return nil
}

func (c Config) checkTLS() error {
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return errors.New("--tls-cert and --tls-key must be set together")
	}
	return nil
}

func (c Config) checkCertificate() error {
	_, err := c.LoadCertificate()
	return err
}

// checkFonts checks that the folder of fonts has only files and folders, because everything in it is opened and read.
func (c Config) checkFonts() error {
	if c.Fonts == "" {
		return nil
	}
	if info, err := os.Stat(c.Fonts); err != nil || !info.IsDir() {
		return fmt.Errorf("--fonts must be a folder with fonts, but %s is not an existing folder", c.Fonts)
	}
	if path := fontfolder.FindSpecial(c.Fonts); path != "" {
		return fmt.Errorf("--fonts must be a folder with fonts: remove %s from it, which is neither a file nor a folder", path)
	}
	return nil
}
