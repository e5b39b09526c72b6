package backup_test

import (
	"fmt"
	"image/color"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// sealedLibrary is the data folder of a library with encrypted values of each kind.
type sealedLibrary struct {
	data           string
	task, document string // IDs of a task and of a document whose processing has not finished
	address        string // ID of a document with a credential in its address
	template       string // ID of a template with saved parameters
	secret         string // webhook secret
}

// leaveSealed starts a server, and kills it while there are a running task, a waiting task, a document with a password
// that is being fetched, and saved parameters of a template. The tasks cannot end before the kill, because they need a
// picture that is sent only afterwards.
func leaveSealed(t *testing.T, data string) (l sealedLibrary) {
	t.Helper()
	l.data = data
	var first sync.Once
	asked, end, pdf, photo := make(chan bool), make(chan bool), lecterntest.Sample(t, "protected.pdf"), lecterntest.PlainPNG(t, color.White)
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/photo.png" {
			<-end
			_, _ = w.Write([]byte(photo))
			return
		}
		if r.URL.RawQuery == "" {
			first.Do(func() {
				close(asked)
				<-end // closed after the kill
			})
		}
		_, _ = w.Write(pdf)
	}))
	t.Cleanup(slow.Close)
	s := lecterntest.StartIn(t, data, nil, "--allow-host", "127.0.0.1", "--workers", "1")
	l.secret = lecterntest.ReadJSON[lecterntest.WebhookSecrets](s, http.MethodGet, "/settings/webhook/secret").Secret
	l.template = s.CreateTemplate("a.docx", lecterntest.WordTemplate("Dear {name}")).ID
	s.Fields(http.StatusOK, http.MethodPut, s.URL+"/v1/template/"+l.template+"/data/weekly", `{"params":{"name":"a"}}`)
	status, text := s.Call(http.MethodPost, "/document?url="+slow.URL+"/protected.pdf",
		http.Header{"Document-Password": {lecterntest.SamplePassword}},
		nil)
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	l.document = lecterntest.DecodeDocument(t, text).ID
	<-asked
	l.address = s.Want(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(slow.URL+"/a.pdf?token=sesame"), nil).ID
	s.Wait(l.address)
	post := func() string {
		return s.PostForm(http.StatusAccepted,
			lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("Dear {name} {%photo}")},
			lecterntest.JSONPart("data", `{"params":{"name":"rumpelstilzchen","photo":"`+slow.URL+`/photo.png"}}`))
	}
	lecterntest.AwaitRunning(s, post())
	l.task = post()
	s.Kill()
	close(end)
	lecterntest.AwaitConvertersGone(t, data)
	return l
}

// TestALostKeyIsNotReplaced loses the encryption key of the secrets in three ways. The next start must fail and name
// what cannot be decrypted. Only after the command forget-secrets does a server start without the old key; documents
// and tasks that need a lost secret then fail with a message.
//
// SECURITY.md, promise 60 (lost encryption keys)
func TestALostKeyIsNotReplaced(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	for name, lose := range map[string]func(path string) error{
		"missing": os.Remove,
		"damaged": func(path string) error { return os.WriteFile(path, []byte("short"), 0o600) },
		"another": func(path string) error {
			return os.WriteFile(path, []byte("0123456789abcdef0123456789abcdef"), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := leaveSealed(t, t.TempDir())
			path := filepath.Join(l.data, "seal.key")
			right, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := lose(path); err != nil {
				t.Fatal(err)
			}
			_, stderr := lecterntest.RunWithEnv(t, nil, 1, "serve", "--data", l.data, "--addr", "127.0.0.1:0")
			for _, want := range []string{path, "webhook secrets: 1", "protected.pdf", l.task, "a.docx: weekly", "/a.pdf?token=REDACTED",
				"lectern forget-secrets", "Nothing was changed"} {
				if !strings.Contains(stderr, want) {
					t.Errorf("it lacks %q: %s", want, stderr)
				}
			}
			if _, err := os.Stat(path); (err == nil) != (name != "missing") {
				t.Errorf("the start has changed the key: %v", err)
			}
			if name == "another" {
				l.checkWithKey(t, right)
				return
			}
			stdout := lecterntest.Run(t, 0, "forget-secrets", "--data", l.data)
			if !strings.Contains(stdout, "webhook secrets: 1") || !strings.Contains(stdout, "protected.pdf") {
				t.Errorf("the message is %s", stdout)
			}
			l.checkWithoutKey(t)
			if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "forget-secrets", "--data", l.data); !strings.Contains(stderr, "nothing was changed") {
				t.Errorf("with a good key the message is %s", stderr)
			}
		})
	}
}

// checkWithKey restores the right key, starts the server, and checks that no secret is lost.
func (l *sealedLibrary) checkWithKey(t *testing.T, key []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(l.data, "seal.key"), key, 0o600); err != nil {
		t.Fatal(err)
	}
	s := lecterntest.StartIn(t, l.data, nil, "--allow-host", "127.0.0.1")
	if got := lecterntest.ReadJSON[lecterntest.WebhookSecrets](s, http.MethodGet, "/settings/webhook/secret").Secret; got != l.secret {
		t.Error("the secret of webhooks is another one")
	}
	if doc := s.Wait(l.document); doc.Status != "ready" {
		t.Errorf("the document with a password is %+v", doc)
	}
	s.Fields(http.StatusOK, http.MethodGet, "/document/"+l.address, "")
	if task := s.AwaitTask(l.task); task.State != "completed" {
		t.Errorf("the task is %+v", task)
	}
	s.Fields(http.StatusOK, http.MethodGet, s.URL+"/v1/template/"+l.template+"/data/weekly", "")
}

// checkWithoutKey starts a server after the secrets were removed, and checks which documents and tasks have failed.
func (l *sealedLibrary) checkWithoutKey(t *testing.T) {
	t.Helper()
	s := lecterntest.StartIn(t, l.data, nil, "--allow-host", "127.0.0.1")
	if got := lecterntest.ReadJSON[lecterntest.WebhookSecrets](s, http.MethodGet, "/settings/webhook/secret").Secret; got == l.secret ||
		got == "" {
		t.Errorf("the secret of webhooks is %q", got)
	}
	if doc := s.Wait(l.document); doc.Status != "failed" || !strings.Contains(doc.Message, "password") {
		t.Errorf("the document with a password is %+v", doc)
	}
	s.Fields(http.StatusOK, http.MethodGet, "/document/"+l.address, "")
	task := s.AwaitTask(l.task)
	if task.State != "failed" || !strings.Contains(fmt.Sprintf("%+v", task), "Post the task again") {
		t.Errorf("the task is %+v", task)
	}
	s.Fields(http.StatusNotFound, http.MethodGet, s.URL+"/v1/template/"+l.template+"/data/weekly", "")
	if got := s.FilledText(s.PostForm(http.StatusAccepted,
		lecterntest.FormPart{Name: "template", File: "b.docx", Content: lecterntest.WordTemplate("Dear {name}")},
		lecterntest.JSONPart("data", `{"params":{"name":"next"}}`))); got != "Dear next|" {
		t.Errorf("the next task makes %q", got)
	}
	if aside, _ := filepath.Glob(filepath.Join(l.data, "seal.key.lost-*")); len(aside) > 1 {
		t.Errorf("the lost key is kept as %q", aside)
	}
	s.Stop()
	lecterntest.StartIn(t, l.data, nil).Stop()
}

// TestABackupHasTheKey removes or replaces the key file of a running server. The server has the key in memory, so its
// backups must still contain the right key. Without a server, commands that would lose the secrets must be refused.
func TestABackupHasTheKey(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	for name, lose := range map[string]func(t *testing.T, path string){
		"missing": func(*testing.T, string) {},
		"damaged": func(t *testing.T, path string) { lecterntest.WritePrivateFile(t, path, []byte("short")) },
		"another": func(t *testing.T, path string) {
			lecterntest.WritePrivateFile(t, path, []byte("0123456789abcdef0123456789abcdef"))
		},
		"folder": func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := lecterntest.Start(t)
			secret := lecterntest.ReadJSON[lecterntest.WebhookSecrets](s, http.MethodGet, "/settings/webhook/secret").Secret
			key := filepath.Join(s.Data, "seal.key")
			lecterntest.RemoveFile(t, key)
			lose(t, key)
			folder := t.TempDir()
			archive := filepath.Join(folder, "backup.tar")
			lecterntest.Run(t, 0, "backup", "--data", s.Data, archive)
			s.Stop()
			for _, args := range [][]string{
				{"backup", filepath.Join(folder, "a.tar")}, {"backup", "--partial", filepath.Join(folder, "b.tar")},
				{"move", "--to-data", filepath.Join(folder, "new")},
			} {
				if _, stderr := lecterntest.RunWithEnv(t, nil, 1, append(args, "--data", s.Data)...); !strings.Contains(stderr, "webhook secrets: 1") ||
					!strings.Contains(stderr, "forget-secrets") {
					t.Errorf("%q: the message is %s", args, stderr)
				}
			}
			if made, err := os.ReadDir(folder); err != nil || len(made) != 1 {
				t.Errorf("there are %v, %v", made, err)
			}
			for _, args := range [][]string{{"doctor", "--addr", "127.0.0.1:0"}, {"config", "check"}} {
				stdout, stderr := lecterntest.RunWithEnv(t, nil, 1, append(args, "--data", s.Data)...)
				if !strings.Contains(stdout+stderr, "webhook secrets: 1") || !strings.Contains(stdout+stderr, "forget-secrets") {
					t.Errorf("%q: the message is %s%s", args, stdout, stderr)
				}
			}
			restored := filepath.Join(folder, "restored")
			lecterntest.Run(t, 0, "restore", "--data", restored, archive)
			if got := lecterntest.ReadJSON[lecterntest.WebhookSecrets](lecterntest.StartIn(t, restored, nil), http.MethodGet,
				"/settings/webhook/secret").Secret; got != secret {
				t.Error("the secret of webhooks is another one")
			}
		})
	}
}

// TestABackupWithoutItsKeyIsRefused checks that a backup without a key, as earlier versions wrote them, is not
// restored.
func TestABackupWithoutItsKeyIsRefused(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	folder := t.TempDir()
	archive, keyless := filepath.Join(folder, "backup.tar"), filepath.Join(folder, "keyless.tar")
	lecterntest.Run(t, 0, "backup", "--data", s.Data, archive)
	text, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	isKey := func(part tarEntry) bool { return part.name == "seal.key" }
	lecterntest.WritePrivateFile(t, keyless, sealed(t, slices.DeleteFunc(tarEntries(t, text), isKey)))
	data := filepath.Join(folder, "data")
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "restore", "--data", data, keyless); !strings.Contains(stderr, "is missing") ||
		!strings.Contains(stderr, "webhook secrets: 1") {
		t.Errorf("the command the message is %s", stderr)
	}
	s.UseLocalKey()
	for _, partial := range []string{"false", "true"} {
		answer := fmt.Sprint(s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/restore", fmt.Sprintf(`{"path":%q,"partial":%s}`,
			keyless, partial)))
		if !strings.Contains(answer, "webhook secrets: 1") {
			t.Errorf("a running server answers %s", answer)
		}
	}
	_, stderr := lecterntest.RunWithEnv(t, nil, 3, "restore", "--partial", "--data", data, keyless)
	if !strings.Contains(stderr, "webhook secrets: 1") || !strings.Contains(stderr, "forget-secrets") {
		t.Errorf("--partial: the message is %s", stderr)
	}
	lecterntest.Run(t, 0, "forget-secrets", "--data", data)
	lecterntest.StartIn(t, data, nil).Stop()
}

// TestAKeyWithoutSecretsIsReplaced damages the key of a library that has no secrets yet. The server starts with a new
// key.
func TestAKeyWithoutSecretsIsReplaced(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := t.TempDir()
	lecterntest.Run(t, 0, "key", "create", "--data", data, "first")
	if err := os.WriteFile(filepath.Join(data, "seal.key"), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := lecterntest.StartIn(t, data, nil)
	s.Wait(s.Upload("a.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
}
