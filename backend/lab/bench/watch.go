package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"lectern/converters/pdf/pdftest"
)

const (
	// watchedFiles is the number of files that are saved to a watched folder one by one. copiedFiles is the number of
	// files that are copied to a watched folder at once.
	watchedFiles = 20
	copiedFiles  = 10_000
	// copyPatience is the time limit for importing all copied files.
	copyPatience = 20 * time.Minute
)

// watch measures how soon files in a watched folder appear in the library, and checks whether a very large number of
// files is imported completely.
func (b *bench) watch(ctx context.Context) error {
	server, err := b.startOwn(ctx, "watch")
	if err != nil {
		return err
	}
	defer server.stop()
	w := watchBench{b}
	if err := w.arrivals(ctx, server); err != nil {
		return err
	}
	return w.copyMany(ctx, server)
}

// watchBench contains the measurements of watched folders.
type watchBench struct{ *bench }

func (b watchBench) arrivals(ctx context.Context, server *server) error {
	folder, err := server.watchFolder(ctx, filepath.Join(b.temp, "arriving"))
	if err != nil {
		return err
	}
	var took struct{ Card, Picture []float64 }
	sample := filepath.Join(b.samples, "testdata", "sample.pdf")
	if sample, err = filepath.Abs(sample); err != nil {
		return err
	}
	err = inBrowser(ctx, &took, "e2e/bench/arrive.mjs", server.URL+"/#key="+server.Key, folder.Path, sample, strconv.Itoa(watchedFiles))
	if err != nil {
		return err
	}
	seen := func(measure string, value, target float64) row {
		return row{measure: measure, unit: "ms", ours: value, target: target, targetOurs: target > 0, pairs: watchedFiles}
	}
	b.report(
		seen("a file saved into a watched folder: whole to its card on screen, median", median(took.Card), 1000),
		seen("the same, the worst", slices.Max(took.Card), 1000),
		seen("the same to the picture of its page, median", median(took.Picture), 0))
	return nil
}

// copyMany copies very many files into a watched folder and checks that each becomes exactly one document.
func (b watchBench) copyMany(ctx context.Context, server *server) error {
	from := filepath.Join(b.temp, "copied")
	if err := os.Mkdir(from, 0o700); err != nil {
		return err
	}
	for i := range copiedFiles {
		page := pdftest.Build([]pdftest.Page{pdftest.Text(fmt.Sprintf("File %d of many", i))})
		if err := os.WriteFile(filepath.Join(from, fmt.Sprintf("Copied %d.pdf", i)), page, 0o600); err != nil {
			return err
		}
	}
	folder, err := server.watchFolder(ctx, filepath.Join(b.temp, "filled"))
	if err != nil {
		return err
	}
	begin := time.Now()
	if out, err := exec.CommandContext(ctx, "cp", "-r", from+"/.", folder.Path).CombinedOutput(); err != nil {
		return fmt.Errorf("copy: %s", out)
	}
	copied := time.Since(begin)
	if err := server.awaitTaken(ctx, folder.ID, begin); err != nil {
		return err
	}
	took := time.Since(begin)
	wrong, err := server.countWrong(ctx, folder.ID)
	if err != nil {
		return err
	}
	b.report(
		row{measure: "10,000 files copied into a watched folder: not taken, or not once", ours: float64(wrong), mustBeZero: true,
			pairs: copiedFiles},
		row{measure: "the same: until all are taken, beside how long the copying alone took", unit: "s", ours: took.Seconds(),
			peer: copied.Seconds(), pairs: 1})
	return nil
}

// watchedFolder is the description of a watched folder in a response.
type watchedFolder struct {
	ID, Path, State, Message string
	Waiting, Taken, Failed   int
}

// watchFolder creates a folder and starts watching it.
func (s *server) watchFolder(ctx context.Context, path string) (f watchedFolder, err error) {
	if err := os.Mkdir(path, 0o700); err != nil {
		return f, err
	}
	body, err := json.Marshal(map[string]string{"path": path})
	if err != nil {
		return f, err
	}
	text, err := s.Send(ctx, s.APIBase+"/folder", string(body))
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return f, err
	}
	for begin := time.Now(); f.State != "watching"; time.Sleep(memoryPeriod) {
		if f, err = s.folder(ctx, f.ID); err != nil || time.Since(begin) > time.Minute {
			return f, fmt.Errorf("the folder is not watched, but %s: %s %w", f.State, f.Message, err)
		}
	}
	return f, nil
}

func (s *server) folder(ctx context.Context, id string) (f watchedFolder, err error) {
	text, err := s.Fetch(ctx, http.MethodGet, s.APIBase+"/folder/"+id, nil)
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal(text, &f)
}

// awaitTaken waits until all copied files are imported.
func (s *server) awaitTaken(ctx context.Context, id string, begin time.Time) error {
	for {
		f, err := s.folder(ctx, id)
		if err != nil || f.Taken >= copiedFiles {
			return err
		}
		if time.Since(begin) > copyPatience {
			return fmt.Errorf("after %s: %+v", copyPatience, f)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// countWrong returns the number of copied files from which no document, or more than one, was made.
func (s *server) countWrong(ctx context.Context, folder string) (wrong int, err error) {
	taken := make(map[string]int)
	const part = 1000
	for offset := 0; ; offset += part {
		var docs []struct{ Name string }
		text, err := s.Fetch(ctx, http.MethodGet, fmt.Sprintf("%s/document?folder=%s&sort=name&limit=%d&offset=%d", s.APIBase, folder,
			part, offset), nil)
		if err == nil {
			err = json.Unmarshal(text, &docs)
		}
		if err != nil {
			return 0, err
		}
		for _, d := range docs {
			taken[d.Name]++
		}
		if len(docs) < part {
			break
		}
	}
	for i := range copiedFiles {
		if taken[fmt.Sprintf("Copied %d.pdf", i)] != 1 {
			wrong++
		}
	}
	return wrong, nil
}
