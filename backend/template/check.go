package template

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/template"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// worded is an error that is worded for people.
type worded interface {
	error
	Sentence() sentence.Sentence
}

// Check is what is known of a template by itself.
type Check struct {
	Problems []wire.TemplateProblem
	Schema   json.RawMessage // JSON Schema of the parameters
	Sample   json.RawMessage // parameters that it allows
}

// mostChecks is how many checks are remembered.
const mostChecks = 500

// checks remember what was found out of content.
type checks struct {
	mu    sync.Mutex
	known map[string]Check
}

func (c *checks) find(content string) (Check, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	check, known := c.known[content]
	return check, known
}

func (c *checks) keep(content string, check Check) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) >= mostChecks {
		c.known = make(map[string]Check)
	}
	c.known[content] = check
}

// Check says what is wrong with a version by itself, and gives the schema of its parameters, and a
// sample. It is found out once for the same bytes.
func (s *Service) Check(ctx context.Context, v Version) (Check, error) {
	if check, known := s.checks.find(v.Content); known {
		return check, nil
	}
	result, err := s.ask(ctx, v, template.Order{Do: wire.TemplateCheck})
	if err != nil {
		return Check{}, err
	}
	check := Check{Problems: result.Problems, Schema: result.Schema, Sample: result.Sample}
	s.checks.keep(v.Content, check)
	return check, nil
}

// Rendering is how a version is to be filled.
type Rendering struct {
	Params                    []byte // a JSON object; nil takes the sample
	Locale, TimeZone, Missing string
}

// Render fills a version at once, and keeps nothing of it.
func (s *Service) Render(ctx context.Context, v Version, r Rendering) (template.Result, error) {
	if r.Params == nil {
		check, err := s.Check(ctx, v)
		if err != nil {
			return template.Result{}, err
		}
		r.Params = check.Sample
	}
	return s.ask(ctx, v, template.Order{Do: wire.TemplateRender, Params: r.Params,
		Options: wire.TemplateOptions{Locale: r.Locale, TimeZone: r.TimeZone, Missing: r.Missing, Now: time.Now().UnixMilli()}})
}

// ReadRows reads a file of rows, with numbers as a locale writes them, as the version takes them. What is wrong with the file as a whole is in
// the result's problems.
func (s *Service) ReadRows(ctx context.Context, v Version, file []byte, locale string) (template.Result, error) {
	return s.ask(ctx, v, template.Order{Do: wire.TemplateRows, Rows: file, Options: wire.TemplateOptions{Locale: locale}})
}

// ask completes an order with the template, and has it done.
func (s *Service) ask(ctx context.Context, v Version, order template.Order) (result template.Result, err error) {
	file, err := s.Content.Open(ctx, v.Content)
	if err != nil {
		return result, err
	}
	defer file.Close()
	if order.Template, err = io.ReadAll(file); err != nil {
		return result, err
	}
	order.Name = v.Filename
	err = convert.Retry(ctx, s.Log, func() (err error) {
		result, err = s.Engine.Run(ctx, order)
		return err
	})
	return result, err
}
