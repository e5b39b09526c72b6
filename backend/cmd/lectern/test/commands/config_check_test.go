package commands_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/configfile"
	"lectern/backend/cmd/lectern/test/lecterntest"
)

// checkConfig runs "lectern config check". Only the environment variables in env begin with LECTERN_.
func checkConfig(t *testing.T, env []string, code int, args ...string) (stdout, stderr string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), lecterntest.Program(t, "lectern"), append([]string{"config", "check"}, args...)...)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "LECTERN_") }), env...)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err := cmd.Run()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
		t.Fatalf("config check %s: %v\n%s%s", strings.Join(args, " "), err, &out, &log)
	}
	return out.String(), log.String()
}

// TestConfigCheckReportsAllMistakes checks a configuration with one mistake of each kind. Each mistake must be reported
// with its location.
func TestConfigCheckReportsAllMistakes(t *testing.T) {
	t.Parallel()
	path := settingsFile(t, `{
	"adr": "127.0.0.1:0",
	"workers": 0, "max-upload": "much",
	"log-level": "loud",
	"deadline": "30s", "deadline": "31s",
	"max-queue": 7, "memory": [1]
}`)
	stdout, stderr := checkConfig(t, []string{"LECTERN_WORKRES=3", "LECTERN_MAX_PAGES=0", "LECTERN_MAX_QUEUE=9"}, 1,
		"--config", path, "--max-pags", "3", "--page-cache", "x", "more")
	want := []string{
		`--max-pags: there is no such flag; did you mean "max-pages"?`,
		`command line: "more": accepts only flags`,
		`LECTERN_WORKRES: there is no such variable; did you mean "LECTERN_WORKERS"?`,
		path + `:2: "adr": there is no such setting; did you mean "addr"?`,
		path + `:5: "deadline": is repeated; it was first set in line 5`,
		path + `:6: "memory": [1] is not a valid value`,
		path + `:4: "log-level": must be one of debug, info, warn, error, but is "loud"`,
		path + `:3: "max-upload": expected a valid 64 bit int but got "much"`,
		`--page-cache: expected a valid 64 bit int but got "x"`,
		path + `:3: --workers must be from 1 to 256 documents at once, but is 0`,
		`LECTERN_MAX_PAGES: --max-pages must be from 1 to 1000000 pages, but is 0`,
	}
	got := strings.Split(strings.TrimSpace(stderr), "\n")
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("it does not say %s", line)
		}
	}
	if len(got) != len(want) {
		t.Errorf("the message is %s", stderr)
	}
	for _, line := range []string{"deadline 31s " + path + ":5", "max-queue 9 LECTERN_MAX_QUEUE", "max-nesting 256 default"} {
		if !slices.ContainsFunc(strings.Split(stdout, "\n"), func(l string) bool { return strings.Join(strings.Fields(l), " ") == line }) {
			t.Errorf("no line %q in\n%s", line, stdout)
		}
	}
}

// TestConfigCheckAsServe checks that config check accepts exactly the settings with which serve starts.
func TestConfigCheckAsServe(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	for content, code := range map[string]int{
		`{"samples": true, "addr": "127.0.0.1:0", "webhook-retry": ["5s", "1m"], "max-side": 1000.5}`: 0,
		`{"addr": 5}`:         1,
		`{"addr": "a"}`:       1,
		`{"addr": "a:1"`:      1,
		`[]`:                  1,
		`{} {}`:               1,
		`{"tls-cert": "/a"}`:  1,
		`{"fonts": "/never"}`: 1,
		`{"samples": 3}`:      1,

		`{"database": "postgres://host/lectern", "blobs": "s3://"}`:                           1,
		`{"database": "postgres://host/lectern", "blobs": "s3://lectern?use_pathstyle=true"}`: 1,
	} {
		path := settingsFile(t, content)
		_, stderr := checkConfig(t, nil, code, "--config", path)
		if code == 0 {
			lecterntest.Start(t, "--config", path)
			continue
		}
		if stderr == "" {
			t.Errorf("%s: it does not say what is wrong", content)
		}
		lecterntest.RunWithEnv(t, nil, 2, "serve", "--data", t.TempDir(), "--config", path)
	}
}

// TestConfigCheckHidesSecrets checks that passwords are hidden, also in invalid addresses.
func TestConfigCheckHidesSecrets(t *testing.T) {
	t.Parallel()
	for address, code := range map[string]int{
		"postgres://me:s3cret@host/lectern?sslpassword=s3cret": 0,
		"postgres://me:s3cret#@host/lectern":                   0, // pgx accepts it
		"postgres://me:s3/cret@host:bad/s3cret@host/lectern":   1,
		"host=host user=me password=s3cret":                    1,
	} {
		for _, format := range []string{"--json", "--no-samples"} {
			stdout, stderr := checkConfig(t, []string{"LECTERN_DATABASE=" + address}, code, format)
			if strings.Contains(stdout+stderr, "s3") || code == 0 && !strings.Contains(stdout, "postgres://me:…@") {
				t.Errorf("%s: the message is %s", address, stdout+stderr)
			}
		}
	}
	for flag, address := range map[string]string{
		"--public-url":     "ftp://me:s3cret@host",
		"--trace-endpoint": "http://host/?token=s3cret",
		"--blobs":          "s3://bucket?endpoint=http://me:s3cret@host/?token=s3cret&region=a",
	} {
		if stdout, stderr := checkConfig(t, nil, 1, flag, address); strings.Contains(stdout+stderr, "s3cret") {
			t.Errorf("%s: the message is %s%s", flag, stdout, stderr)
		}
	}
}

// TestConfigCheckReadsStoredSettings checks that settings that were changed while a server ran, and are stored in the
// library, take precedence over flags.
func TestConfigCheckReadsStoredSettings(t *testing.T) {
	t.Parallel()
	if os.Getenv("LECTERN_TEST_ENGINE") != "" {
		t.Skip("the settings of a library in PostgreSQL are not looked at")
	}
	s := lecterntest.Start(t)
	s.Fields(http.StatusOK, http.MethodPatch, "/settings",
		`{"maxQueue": 77, "deadlineSeconds": 50, "hostNames": ["a.example", "b.example"], "addr": "127.0.0.1:7999"}`)
	stdout, _ := checkConfig(t, nil, 0, "--data", s.Data, "--max-queue", "5", "--json")
	var report configfile.Report
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"max-queue": "77", "deadline": "50s", "host-name": "a.example,b.example", "addr": "127.0.0.1:7999"}
	for _, setting := range report.Settings {
		if value, is := want[setting.Name]; is && (setting.Value != value || setting.Source != configfile.FromLibrary) {
			t.Errorf("%+v", setting)
		}
	}
}

// TestConfigCheckReportsAnUnreadableLibrary checks that an unreadable library is reported, because its stored
// settings would take precedence over flags.
func TestConfigCheckReportsAnUnreadableLibrary(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "lectern.db"), bytes.Repeat([]byte("no library "), 999), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, stderr := checkConfig(t, nil, 1, "--data", folder); !strings.Contains(stderr, filepath.Join(folder, "lectern.db")+
		" cannot be read") {
		t.Errorf("the message is %s", stderr)
	}
}

// discovered are variables that begin with LECTERN_ but are not settings: those that Kubernetes sets for a service with
// the name lectern, and those of the tests and the build. They must not be reported as unknown.
var discovered = []string{
	"LECTERN_SERVICE_HOST=10.0.0.7", "LECTERN_SERVICE_PORT=7420", "LECTERN_SERVICE_PORT_HTTP=7420", "LECTERN_PORT=tcp://10.0.0.7:7420",
	"LECTERN_PORT_7420_TCP=tcp://10.0.0.7:7420", "LECTERN_PORT_7420_TCP_ADDR=10.0.0.7", "LECTERN_TEST_SERVER=x", "LECTERN_BIN=x",
}

// TestUnknownVariablesAreReported checks that serve and config check report unknown LECTERN_ variables, which have no
// effect.
func TestUnknownVariablesAreReported(t *testing.T) {
	t.Parallel()
	wrong := []string{"LECTERN_WORKER=3", "LECTERN_ZZZ=1", "LECTERN_QQ=x"}
	for _, test := range []struct {
		env  []string
		want string
	}{
		{discovered[:len(discovered)-1], ""},
		{append(wrong, discovered[:len(discovered)-1]...), "LECTERN_QQ, LECTERN_WORKER (did you mean LECTERN_WORKERS?), LECTERN_ZZZ"},
	} {
		s := lecterntest.StartIn(t, t.TempDir(), append(test.env, "LECTERN_DRAIN=1s"))
		s.Stop()
		var told []string
		for line := range strings.Lines(s.Log.String()) {
			if strings.Contains(line, "unknown variables") {
				told = append(told, line)
			}
		}
		if test.want == "" && told != nil || test.want != "" && (len(told) != 1 || !strings.Contains(told[0], test.want)) {
			t.Errorf("with %q the message is %q", test.env, told)
		}
	}
	checkConfig(t, discovered, 0)
	_, stderr := checkConfig(t, append(wrong, discovered...), 1)
	if strings.Count(stderr, "no such variable") != len(wrong) ||
		!strings.Contains(stderr, `LECTERN_WORKER: there is no such variable; did you mean "LECTERN_WORKERS"?`) {
		t.Errorf("config check: the message is %s", stderr)
	}
}
