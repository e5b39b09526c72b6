package configfile

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

// flags contains a flag of each type that settings of the program have.
type flags struct {
	Config kong.ConfigFlag `env:"SETTINGS_TEST_CONFIG"`
	Addr   string          `default:"default" env:"SETTINGS_TEST_ADDR"`
	Size   int64           `name:"max-upload" env:"SETTINGS_TEST_SIZE"`
	Time   time.Duration   `name:"fetch-time" env:"SETTINGS_TEST_TIME"`
	Hosts  []string        `name:"allow-host" env:"SETTINGS_TEST_HOSTS"`
	Waits  []time.Duration `name:"webhook-retry" env:"SETTINGS_TEST_WAITS"`
	Level  string          `name:"log-level" enum:"info,warn" default:"info" env:"SETTINGS_TEST_LEVEL"`
	JSON   bool
}

// parse reads a command line with a settings file.
func parse(t *testing.T, content string, args ...string) (flags, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	var f flags
	parser, err := kong.New(&f, kong.Configuration(Load))
	if err != nil {
		t.Fatal(err)
	}
	_, err = parser.Parse(append(args, "--config", path))
	f.Config = ""
	return f, err
}

func TestConfigNamesAreThoseOfFlags(t *testing.T) {
	got, err := parse(t,
		`{"addr": "a:1", "max-upload": 9007199254740993, "fetch-time": "90s", "allow-host": ["a", "b,c"], "webhook-retry": ["5s", "1m"], `+
			`"log-level": "warn"}`)
	want := flags{Addr: "a:1", Size: 9007199254740993, Time: 90 * time.Second, Hosts: []string{"a", "b,c"},
		Waits: []time.Duration{5 * time.Second, time.Minute}, Level: "warn"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestConfigOrder(t *testing.T) {
	const file = `{"addr": "file"}`
	if got, err := parse(t, `{}`); err != nil || got.Addr != "default" {
		t.Errorf("with nothing: %q, %v", got.Addr, err)
	}
	if got, err := parse(t, file); err != nil || got.Addr != "file" {
		t.Errorf("with a file: %q, %v", got.Addr, err)
	}
	t.Setenv("SETTINGS_TEST_ADDR", "environment")
	if got, err := parse(t, file); err != nil || got.Addr != "environment" {
		t.Errorf("with file and environment: %q, %v", got.Addr, err)
	}
	if got, err := parse(t, file, "--addr", "flag"); err != nil || got.Addr != "flag" {
		t.Errorf("with all: %q, %v", got.Addr, err)
	}
}

func TestConfigRefuses(t *testing.T) {
	for content, want := range map[string]string{
		`{"adr": "a:1"}`:          `no setting "adr"; did you mean "addr"?`,
		`{"max_upload": 1}`:       `did you mean "max-upload"?`,
		`{"json": true}`:          `no setting "json"`,
		`{"config": "a"}`:         `no setting "config"`,
		`{"addr": 7420}`:          `7420 is not a valid value of "addr"`,
		`{"addr": null}`:          `null is not a valid value of "addr"`,
		`{"addr": ["a"]}`:         `["a"] is not a valid value of "addr"`,
		`{"allow-host": [1]}`:     `[1] is not a valid value of "allow-host"`,
		`{"max-upload": "many"}`:  `"many"`,
		`{"max-upload": true}`:    `true is not a valid value of "max-upload"`,
		`{"fetch-time": 5}`:       `missing unit`,
		`{"log-level": "shouts"}`: `shouts`,
		`["addr"]`:                `settings.json is not a JSON object of settings`,
		`{} {}`:                   `has more text after`,
		``:                        `not a JSON object`,
	} {
		if _, err := parse(t, content); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", content, err, want)
		}
	}
}
