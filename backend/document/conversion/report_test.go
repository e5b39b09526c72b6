package conversion_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert"
	convertoffice "lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/converters/wire"
)

// report returns a document's report and the names of its steps. The names of steps whose result was reused from
// another document are in parentheses.
func (l *library) report(doc document.Document) (report document.Report, steps string) {
	l.t.Helper()
	report, err := l.reports.Find(l.t.Context(), &doc)
	check(l.t, err)
	var names []string
	for _, step := range report.Steps {
		if step.Took < 0 || step.Took > time.Minute {
			l.t.Errorf("%s took %s", step.Name, step.Took)
		}
		if step.Reused {
			names = append(names, "("+step.Name+")")
		} else {
			names = append(names, step.Name)
		}
	}
	return report, strings.Join(names, ", ")
}

// TestReportSteps checks the steps in the reports of all kinds of documents.
func TestReportSteps(t *testing.T) {
	l := openLibrary(t)
	tests := []struct{ name, content, password, steps string }{
		{"Office", office("one", "two"), "", "received, detected, queued, first page converted, first page opened, first page drawn, " +
			"whole converted, opened, page 1 drawn, indexed"},
		{"the same", office("one", "two"), "", "received, detected, queued, (first page converted), (first page opened), (first page drawn), " +
			"(whole converted), (opened), indexed"},
		{"PDF", pdf("one"), "", "received, detected, queued, opened, page 1 drawn, indexed"},
		{"encrypted PDF", lockedPDF(secret, "one"), secret, "received, detected, queued, decrypted, opened, page 1 drawn, indexed"},
	}
	for _, test := range tests {
		doc := l.post("a", test.content, document.Options{Password: test.password})
		// The job may have progressed before the report is requested.
		if _, steps := l.report(doc); !strings.HasPrefix(steps, "received, detected") {
			t.Errorf("%s: after the post: %s", test.name, steps)
		}
		report, steps := l.report(l.wait(doc.ID))
		if steps != test.steps {
			t.Errorf("%s: %s", test.name, steps)
		}
		if report.Renderer != "Fake PDF 1" || (report.Converter == "Fake Office 1") != doc.Type.IsOffice() ||
			report.Reused != (test.name == "the same") {
			t.Errorf("%s: %+v", test.name, report)
		}
		if encrypted := slices.Contains(report.Facts, convertoffice.Fact{Name: document.FactEncrypted}); encrypted != (test.password != "") {
			t.Errorf("%s: encrypted is %t", test.name, encrypted)
		}
	}
}

// TestReportHasMeasurementsOfTheEngine uses a converter that measures its own steps. The report must contain its
// measurements.
func TestReportHasMeasurementsOfTheEngine(t *testing.T) {
	l := openLibrary(t)
	missing := convertoffice.Fact{Name: document.FactMissingFont, Value: "Frutiger"}
	l.converter.report = convertoffice.Report{Engine: "Other 2", Facts: []convertoffice.Fact{missing}, Steps: []convertoffice.Step{
		{Name: wire.StepLoad, Took: time.Second, Memory: 1000}, {Name: wire.StepWhole, Took: time.Second, Memory: 2000},
	}}
	for _, reused := range []bool{false, true} {
		report, steps := l.report(l.wantReady(l.post("a.rtf", office("one"), document.Options{}).ID, 1))
		want := "received, detected, queued, loaded, whole converted, opened, page 1 drawn, indexed"
		if reused {
			// The step “page 1 drawn” is missing, because page 1 was drawn during the earlier conversion.
			want = "received, detected, queued, (loaded), (whole converted), (opened), indexed"
		}
		if steps != want || !slices.Contains(report.Facts, missing) || report.Steps[4].Memory != 2000 || report.Converter != "Other 2" {
			t.Errorf("%s\n%+v", steps, report)
		}
	}
}

// TestReportOfAFailure checks that the report of a failed document contains the steps before the failure, and that a
// retry starts a new report.
func TestReportOfAFailure(t *testing.T) {
	l := openLibrary(t)
	broken := true
	l.renderer.before = func(op string, _ int) error {
		if broken && op == "svg" {
			return &convert.Error{Reason: convert.ReasonMemory}
		}
		return nil
	}
	doc := l.wantFailed(l.post("a.pdf", pdf("one"), document.Options{}).ID, "memory")
	if _, steps := l.report(doc); steps != "received, detected, queued, opened, page 1 drawn" {
		t.Errorf("failed: %s", steps)
	}
	broken = false
	_, err := l.service.Retry(t.Context(), doc.ID, "")
	check(t, err)
	if _, steps := l.report(l.wantReady(doc.ID, 1)); steps != "queued, detected, queued, opened, page 1 drawn, indexed" {
		t.Errorf("tried again: %s", steps)
	}
}

// TestReportWarnsOfUnreadText converts a document with a page whose text cannot be read.
func TestReportWarnsOfUnreadText(t *testing.T) {
	l := openLibrary(t)
	l.renderer.before = func(op string, page int) error {
		if op == "texts" || op == "text" && page == 2 {
			return &convert.Error{Reason: convert.ReasonDamaged}
		}
		return nil
	}
	for range 2 {
		report, _ := l.report(l.wantReady(l.post("a.pdf", pdf("one", "two"), document.Options{}).ID, 2))
		if len(report.Warnings) == 0 || !strings.Contains(report.Warnings[0].String(), "Page 2 could not be read: its text") {
			t.Errorf("warnings are %+v", report.Warnings)
		}
	}
}

// The report of a failed document contains the step that failed, and the steps of earlier attempts.
func TestReportOfAFailedDocument(t *testing.T) {
	timeout, crash := &convert.Error{Reason: convert.ReasonTimeout}, &convert.Error{Reason: convert.ReasonCrashed}
	loaded := convertoffice.Report{Steps: []convertoffice.Step{{Name: wire.StepLoad}, {Name: wire.StepWhole, Stopped: true}}}
	at := func(what string, err error) func(string, int) error {
		return func(op string, _ int) error {
			if op == what {
				return err
			}
			return nil
		}
	}
	tests := []struct {
		name, content string
		options       document.Options
		convert       error
		render        func(string, int) error
		steps         string
	}{
		{"Office too long", office("one"), document.Options{}, timeout, nil, "received, detected, queued, loaded, whole converted!"},
		{"Office crashed twice", office("one"), document.Options{}, crash, nil,
			"received, detected, queued, loaded, whole converted!, loaded, whole converted!"},
		{"PDF cannot be opened", pdf("one"), document.Options{}, nil, at("info", timeout), "received, detected, queued, opened!"},
		{"PDF cannot be drawn", pdf("one"), document.Options{}, nil, at("svg", timeout), "received, detected, queued, opened, page 1 drawn!"},
		{"wrong password", lockedPDF(secret, "one"), document.Options{Password: "wrong"}, nil, nil, "received, detected, queued, decrypted!"},
	}
	for _, test := range tests {
		l := openLibrary(t)
		l.converter.report = loaded
		l.converter.before = func(convertoffice.Order) error { return test.convert }
		l.renderer.before = test.render
		doc := l.wait(l.post("a", test.content, test.options).ID)
		if steps := l.endedSteps(doc); doc.Status != document.Failed || steps != test.steps {
			t.Errorf("%s: %s: %s", test.name, doc.Status, steps)
		}
	}
}

// The report of a document that cannot be fetched contains the duration of the failed step.
func TestReportOfFetchFailure(t *testing.T) {
	l := openLibrary(t)
	web := httptest.NewServer(http.NotFoundHandler())
	defer web.Close()
	doc, _, err := l.service.PostURL(t.Context(), web.URL+"/a.pdf", document.Options{})
	check(t, err)
	if steps := l.endedSteps(l.wantFailed(doc.ID, "404")); steps != "queued, fetched!" {
		t.Errorf("its steps are %s", steps)
	}
}

// endedSteps returns the names of the steps in a document's report, with an exclamation mark after each step that was
// not completed.
func (l *library) endedSteps(doc document.Document) string {
	l.t.Helper()
	report, _ := l.report(doc)
	var names []string
	for _, step := range report.Steps {
		if step.Stopped {
			step.Name += "!"
		}
		names = append(names, step.Name)
	}
	return strings.Join(names, ", ")
}
