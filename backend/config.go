package backend

import (
	"runtime"
	"strconv"
	"strings"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/library"
	"lectern/backend/webhook"
)

// Config is the configuration of a server. The command lines read the struct tags for flags, environment variables and help.
type Config struct {
	Data         string   `help:"Folder of the library. Default: ${data}." placeholder:"DIR" env:"LECTERN_DATA" default:"" type:"path"`
	Database     string   `help:"Address of the PostgreSQL database that several servers share, such as postgres://user:password@host:5432/lectern. Default: a file in the data folder." placeholder:"URL" env:"LECTERN_DATABASE"`
	Blobs        string   `help:"Address of the bucket that several servers share, such as s3://lectern?region=eu-central-1, or with &endpoint=https://…&use_path_style=true for other stores than Amazon's. Default: files in the data folder." placeholder:"URL" env:"LECTERN_BLOBS"`
	Role         string   `help:"Role of this server in a library that several servers share: all, web (answer requests and draw pages) or convert (convert documents and run template tasks)." enum:"all,web,convert" default:"all" env:"LECTERN_ROLE"`
	Addr         string   `help:"Address to listen on; port 0 picks a free one. Default: the address in the settings, or ${addr}." placeholder:"HOST:PORT" env:"LECTERN_ADDR"`
	FallbackAddr string   `kong:"-"` // address to listen on instead of Addr, whose port is taken; empty for none
	PublicURL    string   `name:"public-url" help:"Address under which readers reach this server if it differs from --addr, such as that of a proxy. It may have a path." placeholder:"URL" env:"LECTERN_PUBLIC_URL"`
	AllowHosts   []string `name:"allow-host" help:"Host name, address or CIDR range from which documents may be fetched, in addition to public ones. Repeatable." placeholder:"HOST|CIDR" env:"LECTERN_ALLOW_HOSTS"`
	HostNames    []string `name:"host-name" help:"Host name under which this server may be called, in addition to localhost, numeric addresses and the host of --public-url. Repeatable." placeholder:"HOST" env:"LECTERN_HOST_NAMES"`
	AllowOrigins []string `name:"allow-origin" help:"Origin of web pages that may use the API with a key. Repeatable." placeholder:"ORIGIN" env:"LECTERN_ALLOW_ORIGINS"`
	Fonts        string   `help:"Folder with additional fonts, such as those of a company." placeholder:"DIR" env:"LECTERN_FONTS" default:"" type:"path"`
	TLSCert      string   `name:"tls-cert" help:"Certificate for HTTPS, PEM." placeholder:"FILE" env:"LECTERN_TLS_CERT" default:"" type:"path"`
	TLSKey       string   `name:"tls-key" help:"Private key for HTTPS, PEM." placeholder:"FILE" env:"LECTERN_TLS_KEY" default:"" type:"path"`
	Samples      bool     `help:"Add example templates once, if the library has no templates. Default: ${default}." negatable:"" default:"${samples}" env:"LECTERN_SAMPLES"`
	LogFormat    string   `name:"log-format" help:"Format of the log on standard error: text or json." enum:"text,json" default:"text" env:"LECTERN_LOG_FORMAT"`
	LogLevel     string   `name:"log-level" help:"Lowest level to log: debug, info, warn or error." enum:"debug,info,warn,error" default:"info" env:"LECTERN_LOG_LEVEL"`

	TraceEndpoint string `name:"trace-endpoint" help:"Address of an OpenTelemetry collector that receives traces (OTLP over HTTP), such as http://127.0.0.1:4318. Default: no traces." placeholder:"URL" env:"LECTERN_TRACE_ENDPOINT,OTEL_EXPORTER_OTLP_ENDPOINT"`

	MaxUpload int64         `name:"max-upload" help:"Size limit of a document, in bytes. Default: ${default}." placeholder:"BYTES" default:"${maxUpload}" env:"LECTERN_MAX_UPLOAD"`
	MaxQueue  int           `name:"max-queue" help:"Number of documents that may wait for conversion; further uploads are rejected with 429. Default: ${default}." placeholder:"N" default:"${maxQueue}" env:"LECTERN_MAX_QUEUE"`
	FetchTime time.Duration `name:"fetch-time" help:"Time limit for fetching a document from its address." default:"${fetchTime}" env:"LECTERN_FETCH_TIME"`
	Deadline  time.Duration `help:"Time limit for the conversion of a document." default:"${deadline}" env:"LECTERN_DEADLINE"`
	Memory    int64         `help:"Memory limit of the process of one document, in bytes. Default: ${default}." placeholder:"BYTES" default:"${memory}" env:"LECTERN_MEMORY"`
	Workers   int           `help:"Number of Office documents that are converted at the same time. Default: ${default}, one per processor." placeholder:"N" default:"${workers}" env:"LECTERN_WORKERS"`
	MaxPages  int           `name:"max-pages" help:"Page limit of a document. Default: ${default}." placeholder:"N" default:"${maxPages}" env:"LECTERN_MAX_PAGES"`
	MaxSide   float64       `name:"max-side" help:"Longest side of a page, in points; larger pages are scaled down. Default: ${default}." placeholder:"POINTS" default:"${maxSide}" env:"LECTERN_MAX_SIDE"`
	MaxPixels float64       `name:"max-pixels" help:"Size limit of a page image, in pixels; larger images are drawn at a lower resolution. Default: ${default}." placeholder:"N" default:"${maxPixels}" env:"LECTERN_MAX_PIXELS"`
	MaxSVG    int64         `name:"max-svg" help:"Size limit of a page drawing (SVG), in bytes; larger pages are sent as images. Default: ${default}." placeholder:"BYTES" default:"${maxSVG}" env:"LECTERN_MAX_SVG"`
	PageCache int64         `name:"page-cache" help:"Size of the memory cache of drawn pages, in bytes. Default: ${default}." placeholder:"BYTES" default:"${pageCache}" env:"LECTERN_PAGE_CACHE"`

	ContentCache int64         `name:"content-cache" help:"Size of the cache in the data folder for content of a shared bucket, in bytes. Default: ${default}." placeholder:"BYTES" default:"${contentCache}" env:"LECTERN_CONTENT_CACHE"`
	ContentGrace time.Duration `name:"content-grace" help:"Time after which unused content is removed from a shared bucket." default:"${contentGrace}" env:"LECTERN_CONTENT_GRACE"`

	ContentCheck time.Duration `name:"content-check" help:"Interval at which all files of the library are compared with their hashes at idle priority, in hours, such as 168h for a week; 0 for never. Default: ${default}." default:"${contentCheck}" env:"LECTERN_CONTENT_CHECK"`

	Drain time.Duration `help:"Time for which a server of a shared library continues to answer after it was told to stop. Meanwhile /readyz fails, so that a load balancer stops sending requests. Default: ${default}." default:"${drain}" env:"LECTERN_DRAIN"`

	WebhookRetry []time.Duration `name:"webhook-retry" help:"Delays before the second and each further attempt to deliver a webhook, separated by commas. Default: ${default}." placeholder:"WAIT" default:"${webhookRetry}" env:"LECTERN_WEBHOOK_RETRY"`

	MaxParams    int64 `name:"max-params" help:"Size limit of the parameters of a template task, in bytes. Default: ${default}." placeholder:"BYTES" default:"${maxParams}" env:"LECTERN_MAX_PARAMS"`
	MaxInflation int64 `name:"max-inflation" help:"Unpacked size limit of an Office document, in bytes. Default: ${default}." placeholder:"BYTES" default:"${maxInflation}" env:"LECTERN_MAX_INFLATION"`
	MaxNesting   int   `name:"max-nesting" help:"Limit of nested XML elements in an Office document. Default: ${default}." placeholder:"N" default:"${maxNesting}" env:"LECTERN_MAX_NESTING"`
}

// DefaultAddr is the address that a server listens on if neither the flag nor the settings name one.
const DefaultAddr = "127.0.0.1:7420"

// DefaultConfig returns the configuration without any flags.
func DefaultConfig() Config {
	return Config{
		Data:      library.DefaultData(),
		Role:      roleAll,
		LogFormat: "text",
		LogLevel:  "info",
		MaxUpload: 1_000_000_000,
		MaxQueue:  10_000,
		FetchTime: 5 * time.Minute,
		Deadline:  2 * time.Minute,
		Memory:    2_000_000_000,
		Workers:   runtime.NumCPU(),
		MaxPages:  convert.DefaultMaxPages,
		MaxSide:   convert.DefaultMaxSide,
		MaxPixels: convert.DefaultMaxPixels,
		MaxSVG:    convert.DefaultMaxSVG,
		PageCache: 32_000_000,

		ContentCache: 10_000_000_000,
		ContentGrace: 5 * time.Minute,
		ContentCheck: 30 * 24 * time.Hour,

		Drain: 5 * time.Second,

		WebhookRetry: webhook.DefaultRetry(),

		MaxParams:    16_000_000,
		MaxInflation: filetype.DefaultMaxInflation,
		MaxNesting:   convert.DefaultMaxNesting,
	}
}

// Defaults returns the values of ${…} in the tags of [Config].
func Defaults() map[string]string {
	c := DefaultConfig()
	return map[string]string{
		"data":      c.Data,
		"addr":      DefaultAddr,
		"samples":   strconv.FormatBool(c.Samples),
		"maxUpload": strconv.FormatInt(c.MaxUpload, 10),
		"maxQueue":  strconv.Itoa(c.MaxQueue),
		"fetchTime": c.FetchTime.String(),
		"deadline":  c.Deadline.String(),
		"memory":    strconv.FormatInt(c.Memory, 10),
		"maxPages":  strconv.Itoa(c.MaxPages),
		"maxSide":   strconv.FormatFloat(c.MaxSide, 'f', -1, 64),
		"maxPixels": strconv.FormatFloat(c.MaxPixels, 'f', -1, 64),
		"maxSVG":    strconv.FormatInt(c.MaxSVG, 10),
		"pageCache": strconv.FormatInt(c.PageCache, 10),
		"workers":   strconv.Itoa(c.Workers),

		"contentCache": strconv.FormatInt(c.ContentCache, 10),
		"contentGrace": c.ContentGrace.String(),
		"contentCheck": c.ContentCheck.String(),

		"drain": c.Drain.String(),

		"webhookRetry": formatDurations(c.WebhookRetry),
		"maxParams":    strconv.FormatInt(c.MaxParams, 10),
		"maxInflation": strconv.FormatInt(c.MaxInflation, 10),
		"maxNesting":   strconv.Itoa(c.MaxNesting),
	}
}

// formatDurations formats durations as the value of a flag, separated by commas.
func formatDurations(waits []time.Duration) string {
	texts := make([]string, len(waits))
	for i, wait := range waits {
		texts[i] = wait.String()
	}
	return strings.Join(texts, ",")
}
