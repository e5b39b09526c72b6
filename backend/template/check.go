package template

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"lectern/backend/convert"
	engine "lectern/backend/convert/template"
	"lectern/converters/wire"
)

// Check is the result of checking a template without filling it.
type Check struct {
	Problems []wire.TemplateProblem
	Schema   json.RawMessage // JSON Schema of the parameters
	Sample   json.RawMessage // parameters that match the schema
}

// maxChecks is the maximum number of cached results.
const maxChecks = 500

// checks caches the results of checks by content key.
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

func (c *checks) add(content string, check Check) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) >= maxChecks {
		c.known = make(map[string]Check)
	}
	c.known[content] = check
}

// Check checks a version, and returns its problems, the schema of its parameters and a sample. Results are cached by
// content.
func (s *Service) Check(ctx context.Context, v Version) (Check, error) {
	if check, known := s.checks.find(v.Content); known {
		return check, nil
	}
	result, err := s.execute(ctx, v, engine.Order{Operation: wire.TemplateCheck})
	if err != nil {
		return Check{}, err
	}
	check := Check{Problems: result.Problems, Schema: result.Schema, Sample: result.Sample}
	s.checks.add(v.Content, check)
	return check, nil
}

// Rendering contains the parameters and options for filling a version.
type Rendering struct {
	Params                    []byte // a JSON object; if nil, the sample parameters are used
	Locale, TimeZone, Missing string
}

// Render fills a version. It does not store the result.
func (s *Service) Render(ctx context.Context, v Version, r Rendering) (engine.Result, error) {
	if r.Params == nil {
		check, err := s.Check(ctx, v)
		if err != nil {
			return engine.Result{}, err
		}
		r.Params = check.Sample
	}
	return s.execute(ctx, v, engine.Order{Operation: wire.TemplateRender, Params: r.Params,
		Options: wire.TemplateOptions{Locale: r.Locale, TimeZone: r.TimeZone, Missing: r.Missing, Now: time.Now().UnixMilli()}})
}

// ReadRows parses a file of rows for a version. Numbers are parsed in the format of a locale. Errors in the file are
// returned as problems of the result.
func (s *Service) ReadRows(ctx context.Context, v Version, file []byte, locale string) (engine.Result, error) {
	return s.execute(ctx, v, engine.Order{Operation: wire.TemplateRows, Rows: file, Options: wire.TemplateOptions{Locale: locale}})
}

// execute adds the content of a version to an order and sends the order to the template engine.
func (s *Service) execute(ctx context.Context, v Version, order engine.Order) (result engine.Result, err error) {
	file, err := s.content.Open(ctx, v.Content)
	if err != nil {
		return result, err
	}
	defer file.Close()
	if order.Template, err = io.ReadAll(file); err != nil {
		return result, err
	}
	order.Name = v.Filename
	err = convert.Retry(ctx, s.log, func() (err error) {
		result, err = s.engine.Run(ctx, order)
		return err
	})
	return result, err
}
