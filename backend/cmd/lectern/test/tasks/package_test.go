package tasks_test

import (
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestPackages runs tasks with template packages. The documents of a package are merged into one PDF if the package
// requests it.
func TestPackages(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	packed := func(merge string) lecterntest.FormPart {
		return lecterntest.FormPart{Name: "template", File: "offer.zip", Content: packageOfTwo(merge)}
	}
	for _, test := range []struct{ merge, output, want string }{
		{"", "template", "one Grace.docx two.docx"}, {"", "pdf", "one Grace.pdf two.pdf"},
		{"all {name}", "template", "all Grace.pdf"}, {"all {name}", "both", "one Grace.docx two.docx all Grace.pdf"},
	} {
		task := s.AwaitTask(s.PostForm(http.StatusAccepted, packed(test.merge),
			lecterntest.JSONPart("data", `{"params":{"name":"Grace"},"output":"`+
				test.output+`"}`)))
		var names []string
		for _, result := range task.Results {
			names = append(names, result.Name)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%+v: %s, %+v", test, got, task.Errors)
			continue
		}
		if test.merge == "" {
			continue
		}
		_, pdf := s.Result(task.Results[len(names)-1].URL)
		if doc := s.Wait(s.Upload("a.pdf", pdf).ID); doc.PageCount != 2 {
			t.Errorf("the PDF of both: %+v", doc)
		}
	}
	if made := s.CreateTemplate("package", packed("").Content); made.Versions[0].Type != "zip" || made.Versions[0].MainType != "docx" {
		t.Errorf("%+v", made)
	}
}

// TestPackagesWithoutMainType reads a package whose main type is not in the database, as in libraries of earlier
// versions. Both the list and the template report the type, which is stored again.
func TestPackagesWithoutMainType(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	address := s.URL + "/v1/template/" + s.CreateTemplate("old", packageOfTwo("")).ID
	db, err := sql.Open("sqlite3", filepath.Join(s.Data, "lectern.db")+"?_busy_timeout=10000")
	lecterntest.Check(t, err)
	defer db.Close()
	forget := func() {
		_, err := db.Exec(`UPDATE template_version SET main_type = ''`)
		lecterntest.Check(t, err)
	}
	forget()
	if found := lecterntest.ReadJSON[lecterntest.Template](s, http.MethodGet, address); found.Versions[0].MainType != "docx" {
		t.Errorf("the template is %+v", found)
	}
	forget()
	list := lecterntest.ReadJSON[[]lecterntest.Template](s, http.MethodGet, s.URL+"/v1/template")
	if len(list) != 1 || list[0].Versions[0].MainType != "docx" {
		t.Errorf("the list is %+v", list)
	}
	var stored string
	lecterntest.Check(t, db.QueryRow(`SELECT main_type FROM template_version`).Scan(&stored))
	if stored != "docx" {
		t.Errorf("the database has %q", stored)
	}
}

// packageOfTwo returns a package of two templates. If merge is not empty, the documents of the package are merged into
// one PDF, and merge is the name of that PDF.
func packageOfTwo(merge string) []byte {
	return lecterntest.ZipArchive(
		lecterntest.ArchiveEntry{Name: "application.json",
			Content: `{"templates":[{"file":"a.docx","name":"one {name}"},{"file":"b.docx","name":"two"}],"merge":"` + merge +
				`","defaults":{"name":"Ada"}}`},
		lecterntest.ArchiveEntry{Name: "a.docx", Content: string(lecterntest.WordTemplate("first {name}"))},
		lecterntest.ArchiveEntry{Name: "b.docx", Content: string(lecterntest.WordTemplate("second {name}"))},
	)
}

// TestMergingPackages renders a package that requests one merged PDF, through the render endpoint and on the command
// line.
func TestMergingPackages(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	s.CreateTemplate("pack", packageOfTwo("all {name}"))
	status, tried := s.Call(http.MethodPost, s.URL+"/v1/template/pack/render", http.Header{"Content-Type": {"application/json"}},
		strings.NewReader(`{"params":{"name":"Grace"}}`))
	if status != http.StatusOK {
		t.Errorf("a try has status %d %.300s", status, tried)
	}

	folder := t.TempDir()
	pack := put(t, folder, "pack.zip", packageOfTwo("all {name}"))
	if stdout := lecterntest.Run(t, 0, "render", pack); stdout != filepath.Join(folder, "all Ada.pdf")+"\n" {
		t.Errorf("the message is %q", stdout)
	}
	rows := put(t, folder, "names.csv", []byte("name\nGrace\nAda\n"))
	into := filepath.Join(folder, "rows") + "/"
	if stdout := lecterntest.Run(t, 0, "render", pack, "--rows", rows, "--output",
		into); stdout != into+"all Grace.pdf\n"+into+"all Ada.pdf\n" {
		t.Errorf("rows: the message is %q", stdout)
	}
	made, err := os.ReadFile(into + "all Grace.pdf")
	if err != nil {
		t.Fatal(err)
	}
	for what, pdf := range map[string][]byte{"tried": tried, "of a row": made} {
		if doc := s.Wait(s.Upload("a.pdf", pdf).ID); doc.PageCount != 2 {
			t.Errorf("%s: %+v", what, doc)
		}
	}
}
