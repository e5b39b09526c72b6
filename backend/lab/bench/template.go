package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lectern/converters/template/templatetest"
	"lectern/converters/wire"
)

const (
	// letterRounds is the number of times that each side renders a letter. letterRows and letterColumns are the size of
	// the table in the letter.
	letterRounds, letterRows, letterColumns = 100, 50, 4
	// tableRows and tableColumns are the size of a long table.
	tableRows, tableColumns = 50_000, 8
	// postedLetters is the number of tasks that are posted one after the other. manyLetters tasks are posted by
	// letterClients concurrent clients.
	postedLetters, manyLetters, letterClients = 30, 1000, 16
)

// template measures the rendering of templates: in the converter process alone, and as tasks of a server.
func (b *bench) template(ctx context.Context) error {
	t := templateBench{b}
	return errors.Join(t.renderLetters(ctx), t.renderTable(ctx, "docx", nil), t.renderTable(ctx, "xlsx", longSheet()), t.postLetters(ctx),
		t.postRows(ctx))
}

// templateBench contains the measurements of templates.
type templateBench struct{ bench *bench }

// templateProcess is a process of the template converter.
type templateProcess struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func (b templateBench) startTemplates(ctx context.Context) (*templateProcess, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(b.bench.bin, "lectern-converter"), "template")
	cmd.Env, cmd.Stderr = []string{}, os.Stderr
	return startProcess(cmd)
}

func startProcess(cmd *exec.Cmd) (*templateProcess, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &templateProcess{cmd, in, bufio.NewReader(out)}, cmd.Start()
}

// stop closes the input of the process, which makes it exit.
func (p *templateProcess) stop() error { return errors.Join(p.in.Close(), p.cmd.Wait()) }

// render renders a template and returns the duration and the size of the result in bytes.
func (p *templateProcess) render(name string, template, params []byte) (duration time.Duration, size int64, err error) {
	request := wire.TemplateRequest{Do: wire.TemplateRender, Name: name, Parts: []wire.TemplatePart{
		{Kind: wire.TemplateFile, Size: int64(len(template))}, {Kind: wire.TemplateParams, Size: int64(len(params))}}}
	encoded, err := json.Marshal(request)
	if err != nil {
		return 0, 0, err
	}
	begin := time.Now()
	payload := bytes.Join([][]byte{encoded, template, params}, nil)
	if err := wire.WriteFrame(p.in, wire.TemplateHead{JSON: len(encoded)}, payload); err != nil {
		return 0, 0, err
	}
	var head wire.TemplateHead
	answer, err := wire.ReadFrame(p.out, &head)
	if err != nil {
		return 0, 0, err
	}
	duration = time.Since(begin)
	var result wire.TemplateAnswer
	if err := json.Unmarshal(answer[:head.JSON], &result); err != nil || len(result.Outputs) != 1 {
		return 0, 0, fmt.Errorf("the template converter responds %.300s: %w", answer[:head.JSON], err)
	}
	return duration, result.Outputs[0].Size, nil
}

// peak returns the maximum resident memory of the process in bytes.
func (p *templateProcess) peak() (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(string(text), "VmHWM:")
	kilobytes, err := strconv.ParseInt(strings.Fields(after)[0], 10, 64)
	return kilobytes << 10, err
}

// renderLetters renders a letter alternately with Lectern and with docxtemplater, both after a warm-up.
func (b templateBench) renderLetters(ctx context.Context) error {
	template, params, err := b.letterFiles(letterRows, letterColumns)
	if err != nil {
		return err
	}
	ours, err := b.startTemplates(ctx)
	if err != nil {
		return err
	}
	node := exec.CommandContext(ctx, "node", "time.mjs",
		filepath.Join(b.bench.temp, "letter.docx"), filepath.Join(b.bench.temp, "letter.json"))
	node.Dir, node.Stderr = "converters/template/differential", os.Stderr
	theirs, err := startProcess(node)
	if err != nil {
		return errors.Join(err, ours.stop())
	}
	var pairs []pair
	for round := range 2 * letterRounds {
		took, _, err := ours.render("letter.docx", template, params)
		if err != nil {
			return errors.Join(err, ours.stop(), theirs.stop())
		}
		begin := time.Now()
		if _, err := io.WriteString(theirs.in, "\n"); err != nil {
			return err
		}
		if _, err := theirs.out.ReadString('\n'); err != nil {
			return err
		}
		if round >= letterRounds { // earlier rounds are the warm-up
			pairs = append(pairs, pair{ms(took), ms(time.Since(begin))})
		}
	}
	b.bench.report(compare("a letter of 20 tags and a table of 50 rows, against docxtemplater", "ms", 0.5, pairs, 0))
	return errors.Join(ours.stop(), theirs.stop())
}

func ms(duration time.Duration) float64 { return duration.Seconds() * 1000 }

// letterFiles writes a letter and its parameters to the temporary folder.
func (b templateBench) letterFiles(rows, columns int) (template, params []byte, err error) {
	template, values := templatetest.Letter(rows, columns)
	if params, err = json.Marshal(values); err != nil {
		return nil, nil, err
	}
	return template, params, errors.Join(
		os.WriteFile(filepath.Join(b.bench.temp, "letter.docx"), template, 0o600),
		os.WriteFile(filepath.Join(b.bench.temp, "letter.json"), params, 0o600))
}

// longSheet returns a workbook with the same table as the letter.
func longSheet() []byte {
	cells := make([]string, tableColumns)
	for i := range cells {
		cells[i] = fmt.Sprintf("{c%d}", i)
	}
	cells[0], cells[tableColumns-1] = "{#rows}"+cells[0], cells[tableColumns-1]+"{/rows}"
	return templatetest.Rows(cells)
}

// renderTable renders a very long table in a new process. If template is nil, it uses the template of a letter;
// otherwise template must accept the same parameters.
func (b templateBench) renderTable(ctx context.Context, kind string, template []byte) error {
	letter, params, err := b.letterFiles(tableRows, tableColumns)
	if err != nil {
		return err
	}
	if template == nil {
		template = letter
	}
	p, err := b.startTemplates(ctx)
	if err != nil {
		return err
	}
	took, _, err := p.render("table."+kind, template, params)
	if err != nil {
		return errors.Join(err, p.stop())
	}
	peak, err := p.peak()
	b.bench.report(
		row{measure: "a table of 50,000 rows of 8 cells in " + kind, unit: "s", ours: took.Seconds(), target: 4, targetOurs: true, pairs: 1},
		row{measure: "the same: most resident memory", unit: "MB", ours: float64(peak) / 1e6, target: 500, targetOurs: true, pairs: 1})
	return errors.Join(err, p.stop())
}

// postLetters measures tasks that are posted one after the other, and many tasks at once.
func (b templateBench) postLetters(ctx context.Context) error {
	server, err := b.bench.startOwn(ctx, "letters")
	if err != nil {
		return err
	}
	defer server.stop()
	template, _ := templatetest.Letter(10, 4)
	var took []float64
	for range postedLetters {
		begin := time.Now()
		if err := server.runTask(ctx, template, "pdf"); err != nil {
			return err
		}
		took = append(took, ms(time.Since(begin)))
	}
	b.bench.report(row{measure: "a letter posted, to completed with its PDF, median", unit: "ms", ours: median(took),
		target: 400, targetOurs: true, pairs: postedLetters})
	for _, output := range []struct {
		name   string
		target float64
	}{{"template", 50}, {"pdf", 5}} {
		rate, err := server.runTasks(ctx, template, output.name)
		if err != nil {
			return err
		}
		b.bench.report(row{measure: "1,000 letters posted by 16 clients, as " + output.name + ": completed", unit: "/s",
			ours: rate, target: output.target, targetOurs: true, atLeast: true, pairs: manyLetters})
	}
	return nil
}

// runTasks runs many tasks from several clients, and returns how many are completed per second.
func (s *server) runTasks(ctx context.Context, template []byte, output string) (float64, error) {
	var next atomic.Int64
	errs := make([]error, letterClients)
	var clients sync.WaitGroup
	begin := time.Now()
	for client := range letterClients {
		clients.Go(func() {
			for next.Add(1) <= manyLetters && errs[client] == nil {
				errs[client] = s.runTask(ctx, template, output)
			}
		})
	}
	clients.Wait()
	return manyLetters / time.Since(begin).Seconds(), errors.Join(errs...)
}

// runTask posts a task and waits until it is completed.
func (s *server) runTask(ctx context.Context, template []byte, output string) error {
	return s.runForm(ctx, template, `{"params":{"field0":"x","rows":[{"c0":"a"},{"c0":"b"}]},"output":"`+output+`"}`)
}

// postRows posts one task with many rows. The documents of the rows become one file.
func (b templateBench) postRows(ctx context.Context) error {
	server, err := b.bench.startOwn(ctx, "rows")
	if err != nil {
		return err
	}
	defer server.stop()
	template, _ := templatetest.Letter(10, 4)
	rows := strings.Repeat(`{"field0":"x","rows":[{"c0":"a"},{"c0":"b"}]},`, manyLetters-1) + `{"field0":"y"}`
	for _, bundle := range []struct {
		name, as string
		target   float64
	}{{"zip", "docx in a ZIP archive", 50}, {"pdf", "one PDF", 5}} {
		begin := time.Now()
		if err := server.runForm(ctx, template, `{"bundle":"`+bundle.name+`","rows":[`+rows+`]}`); err != nil {
			return err
		}
		b.bench.report(row{measure: "1,000 rows of a letter posted at once, to completed as " + bundle.as, unit: "/s",
			ours: manyLetters / time.Since(begin).Seconds(), target: bundle.target, targetOurs: true, atLeast: true, pairs: manyLetters})
	}
	return nil
}

// runForm posts a task as a form and waits until it is completed.
func (s *server) runForm(ctx context.Context, template []byte, data string) error {
	var posted struct {
		TaskID string `json:"taskID"`
	}
	form, kind, err := taskForm(template, data)
	if err == nil {
		err = s.exchange(ctx, http.MethodPost, "/v1/task", kind, form, &posted)
	}
	if err != nil {
		return err
	}
	var task struct {
		State string `json:"state"`
	}
	if err := s.exchange(ctx, http.MethodGet, "/v1/task/"+posted.TaskID+"?wait=completed&timeout=300", "", nil, &task); err != nil {
		return err
	}
	if task.State != "completed" {
		return fmt.Errorf("the task %s is %s", posted.TaskID, task.State)
	}
	return nil
}

func taskForm(template []byte, data string) (form []byte, kind string, err error) {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	file, err := w.CreateFormFile("template", "letter.docx")
	if err == nil {
		_, err = file.Write(template)
	}
	if err == nil {
		err = w.WriteField("data", data)
	}
	err = errors.Join(err, w.Close())
	return body.Bytes(), w.FormDataContentType(), err
}

// exchange sends a request to the task API and decodes the response.
func (s *server) exchange(ctx context.Context, method, path, kind string, body []byte, answer any) error {
	request, err := http.NewRequestWithContext(ctx, method, s.URL+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", s.Key)
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: %s: %s", method, path, response.Status, text)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, answer)
}
