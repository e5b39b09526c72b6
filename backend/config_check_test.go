package backend

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestDefaultsAreValid(t *testing.T) {
	if err := DefaultConfig().Validate(); err != nil {
		t.Error(err)
	}
}

// TestEveryNumberHasARange checks that each numeric setting is rejected if its value is out of range.
func TestEveryNumberHasARange(t *testing.T) {
	fields := reflect.TypeFor[Config]()
	for i := range fields.NumField() {
		field := fields.Field(i)
		var wrong []any
		switch field.Type.Kind() {
		case reflect.Int, reflect.Int64:
			wrong = []any{-1, math.MinInt64, math.MaxInt64}
		case reflect.Float64:
			wrong = []any{-1.0, 0.0, math.MaxFloat64, math.Inf(1), math.NaN()}
		default:
			continue
		}
		flag := field.Tag.Get("name")
		if flag == "" {
			flag = strings.ToLower(field.Name)
		}
		for _, value := range wrong {
			config := DefaultConfig()
			reflect.ValueOf(&config).Elem().Field(i).Set(reflect.ValueOf(value).Convert(field.Type))
			if err := config.Validate(); err == nil || !strings.Contains(err.Error(), "--"+flag+" must be from ") {
				t.Errorf("%s of %v: %v", flag, value, err)
			}
		}
	}
}

func TestValidate(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"--memory must be from 1073741824 to 1099511627776 bytes, but is 1":        func(c *Config) { c.Memory = 1 },
		"--workers must be from 1 to 256 documents at once, but is 0":              func(c *Config) { c.Workers = 0 },
		"--workers must be from 1 to 256 documents at once, but is 100000":         func(c *Config) { c.Workers = 100_000 },
		"--deadline must be from 1ms to 24h0m0s, but is 0s":                        func(c *Config) { c.Deadline = 0 },
		"--fetch-time must be from 1ms to 24h0m0s, but is 25h0m0s":                 func(c *Config) { c.FetchTime = 25 * time.Hour },
		"--max-pixels must be from 10000 to 1000000000 pixels, but is 2000000000":  func(c *Config) { c.MaxPixels = 2e9 },
		"--max-pages must be from 1 to 1000000 pages, but is 0":                    func(c *Config) { c.MaxPages = 0 },
		"--addr must be HOST:PORT, such as 127.0.0.1:7420, with a port from 0 to ": func(c *Config) { c.Addr = "127.0.0.1:99999" },
		`but is "localhost"`:   func(c *Config) { c.Addr = "localhost" },
		`but is ":-1"`:         func(c *Config) { c.Addr = ":-1" },
		`but is "example.com"`: func(c *Config) { c.PublicURL = "example.com" },
		`but is "https://REDACTED@e.com/?token=REDACTED"`: func(c *Config) { c.PublicURL = "https://me:s3cret@e.com/?token=s3cret" },
		`but is "http://REDACTED@e.com/?token=REDACTED"`:  func(c *Config) { c.TraceEndpoint = "http://me:s3cret@e.com/?token=s3cret" },
		`without a user and parameters, but is "http://REDACTED@e.com"`: func(c *Config) {
			c.Database, c.Blobs = "postgres://a@h/l", "s3://b?region=a&endpoint=http%3A%2F%2Fme%3As3cret%40e.com"
		},
		`--allow-host: "10.0.0.0/99" is not a host name, an address, or a range`: func(c *Config) {
			c.AllowHosts = []string{"a.example",
				"10.0.0.0/99"}
		},
		"--webhook-retry must be from 1 to 20 waits, but is 0": func(c *Config) { c.WebhookRetry = nil },
		"--webhook-retry must be from 0s to 24h0m0s a wait, but is -1s": func(
			c *Config) {
			c.WebhookRetry = []time.Duration{-time.Second}
		},
		"--webhook-retry must be from 0s to 24h0m0s a wait, but is 48h": func(c *Config) {
			c.WebhookRetry = []time.Duration{0,
				48 * time.Hour}
		},
		"--database: the address is not valid: write": func(c *Config) { c.Database = "mysql://x/y" },
		"--blobs: the address of a bucket must be s3:": func(c *Config) {
			c.Database,
				c.Blobs = "postgres://a@h/l", "s3://"
		},
		`--blobs: the address of the bucket: unknown query parameter "use_pathstyle"`: func(c *Config) {
			c.Database, c.Blobs = "postgres://a@h/l",
				"s3://b?region=a&use_pathstyle=true"
		},
		"--tls-cert and --tls-key must be set together": func(c *Config) { c.TLSCert = "a" },
	} {
		config := DefaultConfig()
		change(&config)
		if err := config.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := (Config{Addr: ":0", Memory: minMemory}).Validate(); strings.Count(err.Error(), "\n") < 5 {
		t.Errorf("an error lacks some of the mistakes: %v", err)
	}
}
