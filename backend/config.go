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
	Data         string   `help:"Folder that holds the library. Default: ${data}." placeholder:"DIR" env:"LECTERN_DATA" default:"" type:"path"`
	Database     string   `help:"Address of the PostgreSQL database that several servers share, such as postgres://user:password@host:5432/lectern. Default: a file in the data folder." placeholder:"URL" env:"LECTERN_DATABASE"`
	Blobs        string   `help:"Address of the bucket that several servers share, such as s3://lectern?region=eu-central-1, or with &endpoint=https://…&use_path_style=true for other stores than Amazon's. Default: files in the data folder." placeholder:"URL" env:"LECTERN_BLOBS"`
	Role         string   `help:"What this server does for a library that several servers share: all, web (answers requests and draws pages), or convert (converts documents and runs template tasks)." enum:"all,web,convert" default:"all" env:"LECTERN_ROLE"`
	Addr         string   `help:"Address to listen on; port 0 picks a free one. Default: what the settings say, or else ${addr}." placeholder:"HOST:PORT" env:"LECTERN_ADDR"`
	Instead      string   `kong:"-"` // address to listen on if the port of the configured one is taken
	PublicURL    string   `name:"public-url" help:"Address under which readers reach this server, where that is another than --addr, as behind a proxy. It may have a path." placeholder:"URL" env:"LECTERN_PUBLIC_URL"`
	AllowHosts   []string `name:"allow-host" help:"Host name, address or CIDR range that documents may be fetched from, besides public ones. Repeatable." placeholder:"HOST|CIDR" env:"LECTERN_ALLOW_HOSTS"`
	HostNames    []string `name:"host-name" help:"Name under which this server may be called, besides localhost, addresses in digits and that of --public-url. Repeatable." placeholder:"HOST" env:"LECTERN_HOST_NAMES"`
	AllowOrigins []string `name:"allow-origin" help:"Origin of web pages that may use the API, with a key. Repeatable." placeholder:"ORIGIN" env:"LECTERN_ALLOW_ORIGINS"`
	Fonts        string   `help:"Folder with further fonts, such as a company's own." placeholder:"DIR" env:"LECTERN_FONTS" default:"" type:"path"`
	TLSCert      string   `name:"tls-cert" help:"Certificate for HTTPS, PEM." placeholder:"FILE" env:"LECTERN_TLS_CERT" default:"" type:"path"`
	TLSKey       string   `name:"tls-key" help:"Private key for HTTPS, PEM." placeholder:"FILE" env:"LECTERN_TLS_KEY" default:"" type:"path"`
	Samples      bool     `help:"Give a library that has no templates some to try, once. Default: ${default}." negatable:"" default:"${samples}" env:"LECTERN_SAMPLES"`
	LogFormat    string   `name:"log-format" help:"Form of the log on standard error: text or json." enum:"text,json" default:"text" env:"LECTERN_LOG_FORMAT"`
	LogLevel     string   `name:"log-level" help:"Least important lines that are logged: debug, info, warn or error." enum:"debug,info,warn,error" default:"info" env:"LECTERN_LOG_LEVEL"`

	TraceEndpoint string `name:"trace-endpoint" help:"Address of a collector of OpenTelemetry that traces are sent to (OTLP over HTTP), such as http://127.0.0.1:4318. Default: none are made." placeholder:"URL" env:"LECTERN_TRACE_ENDPOINT,OTEL_EXPORTER_OTLP_ENDPOINT"`

	MaxUpload int64         `name:"max-upload" help:"Bytes of the largest document that is taken in. Default: ${default}." placeholder:"BYTES" default:"${maxUpload}" env:"LECTERN_MAX_UPLOAD"`
	MaxQueue  int           `name:"max-queue" help:"Documents that may wait to be converted; more are answered with 429. Default: ${default}." placeholder:"N" default:"${maxQueue}" env:"LECTERN_MAX_QUEUE"`
	FetchTime time.Duration `name:"fetch-time" help:"Longest time that fetching a document from its address may take." default:"${fetchTime}" env:"LECTERN_FETCH_TIME"`
	Deadline  time.Duration `help:"Longest time that the conversion of a document may take." default:"${deadline}" env:"LECTERN_DEADLINE"`
	Memory    int64         `help:"Bytes of memory that the process of one document may use. Default: ${default}." placeholder:"BYTES" default:"${memory}" env:"LECTERN_MEMORY"`
	Workers   int           `help:"Office documents that are converted at once. Default: ${default}, one a processor." placeholder:"N" default:"${workers}" env:"LECTERN_WORKERS"`
	MaxPages  int           `name:"max-pages" help:"Pages that a document may have. Default: ${default}." placeholder:"N" default:"${maxPages}" env:"LECTERN_MAX_PAGES"`
	MaxSide   float64       `name:"max-side" help:"Points that a side of a page may have; a larger page is shown smaller. Default: ${default}." placeholder:"POINTS" default:"${maxSide}" env:"LECTERN_MAX_SIDE"`
	MaxPixels float64       `name:"max-pixels" help:"Pixels that the picture of a page may have; a larger one is drawn smaller. Default: ${default}." placeholder:"N" default:"${maxPixels}" env:"LECTERN_MAX_PIXELS"`
	MaxSVG    int64         `name:"max-svg" help:"Bytes that the drawing of a page may have; beyond, the page comes as a picture. Default: ${default}." placeholder:"BYTES" default:"${maxSVG}" env:"LECTERN_MAX_SVG"`
	PageCache int64         `name:"page-cache" help:"Bytes of drawn pages that are kept in memory. Default: ${default}." placeholder:"BYTES" default:"${pageCache}" env:"LECTERN_PAGE_CACHE"`

	ContentCache int64         `name:"content-cache" help:"Bytes of copies of what lies in a shared bucket that are kept in the data folder. Default: ${default}." placeholder:"BYTES" default:"${contentCache}" env:"LECTERN_CONTENT_CACHE"`
	ContentGrace time.Duration `name:"content-grace" help:"How long content that nothing needs stays in a shared bucket." default:"${contentGrace}" env:"LECTERN_CONTENT_GRACE"`

	ContentCheck time.Duration `name:"content-check" help:"How often all files of the library are compared with their hashes, at idle priority, in hours such as 168h for a week; 0 for never. Default: ${default}." default:"${contentCheck}" env:"LECTERN_CONTENT_CHECK"`

	Drain time.Duration `help:"How long a server that shares its library goes on answering after it was told to end, with /readyz red, so that a balancer sends it no more requests. Default: ${default}." default:"${drain}" env:"LECTERN_DRAIN"`

	WebhookRetry []time.Duration `name:"webhook-retry" help:"Waits before the second and each further try of a webhook delivery, with a comma between two. Default: ${default}." placeholder:"WAIT" default:"${webhookRetry}" env:"LECTERN_WEBHOOK_RETRY"`

	MaxParams    int64 `name:"max-params" help:"Bytes of the parameters of one template task. Default: ${default}." placeholder:"BYTES" default:"${maxParams}" env:"LECTERN_MAX_PARAMS"`
	MaxInflation int64 `name:"max-inflation" help:"Bytes that an Office document may unpack to. Default: ${default}." placeholder:"BYTES" default:"${maxInflation}" env:"LECTERN_MAX_INFLATION"`
	MaxNesting   int   `name:"max-nesting" help:"Levels of elements within elements that an Office document may have. Default: ${default}." placeholder:"N" default:"${maxNesting}" env:"LECTERN_MAX_NESTING"`
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

		"webhookRetry": durations(c.WebhookRetry),
		"maxParams":    strconv.FormatInt(c.MaxParams, 10),
		"maxInflation": strconv.FormatInt(c.MaxInflation, 10),
		"maxNesting":   strconv.Itoa(c.MaxNesting),
	}
}

// durations returns waits in the form of their flag.
func durations(waits []time.Duration) string {
	texts := make([]string, len(waits))
	for i, wait := range waits {
		texts[i] = wait.String()
	}
	return strings.Join(texts, ",")
}
