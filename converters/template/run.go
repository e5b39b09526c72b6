package template

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"lectern/converters/sandbox"
	"lectern/converters/template/word"
	"lectern/converters/wire"
)

// Run implements the command `lectern-converter template`: it reads requests from in and writes the answers to out,
// until the input ends. Package wire describes the messages.
func Run(arguments []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("template", flag.ContinueOnError)
	memory := flags.Int64("memory", 0, "memory limit of a rendering in bytes; 0 is no limit")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	if err := sandbox.LimitMemory(*memory); err != nil {
		return err
	}
	for {
		request, parts, err := readRequest(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		answer, outputs := answerTo(context.Background(), request, parts)
		if err := writeAnswer(out, answer, outputs); err != nil {
			return err
		}
	}
}

// readRequest reads a request and the content of its parts.
func readRequest(in io.Reader) (*wire.TemplateRequest, [][]byte, error) {
	var head wire.TemplateHead
	payload, err := wire.ReadFrame(in, &head)
	if err != nil {
		return nil, nil, err
	}
	if head.JSON < 0 || head.JSON > len(payload) {
		return nil, nil, fmt.Errorf("read request: %d bytes of JSON in %d", head.JSON, len(payload))
	}
	var request wire.TemplateRequest
	if err := json.Unmarshal(payload[:head.JSON], &request); err != nil {
		return nil, nil, fmt.Errorf("read request: %w", err)
	}
	rest := payload[head.JSON:]
	parts := make([][]byte, len(request.Parts))
	for i, part := range request.Parts {
		if part.Size < 0 || part.Size > int64(len(rest)) {
			return nil, nil, fmt.Errorf("read request: a part of %d bytes in %d", part.Size, len(rest))
		}
		parts[i], rest = rest[:part.Size:part.Size], rest[part.Size:]
	}
	return &request, parts, nil
}

// answerTo processes a request. It returns the answer and the contents of its outputs.
func answerTo(ctx context.Context, request *wire.TemplateRequest, parts [][]byte) (wire.TemplateAnswer, [][]byte) {
	asked := Request{Name: request.Name, Options: request.Options, Fetched: map[string][]byte{}}
	var params, row, file, notes []byte
	for i, part := range request.Parts {
		switch part.Kind {
		case wire.TemplateFile:
			asked.Template = parts[i]
		case wire.TemplateParams:
			params = parts[i]
		case wire.TemplateRowParams:
			row = parts[i]
		case wire.TemplateRowsFile:
			file = parts[i]
		case wire.TemplateNotes:
			notes = parts[i]
		case wire.TemplateFetched:
			asked.Fetched[part.Name] = parts[i]
		}
	}
	switch request.Do {
	case wire.TemplateCheck:
		return check(&asked), nil
	case wire.TemplateMark:
		return addComments(&asked, notes)
	case wire.TemplateRows:
		return readRows(&asked, file)
	}
	made, err := render(ctx, asked, params, row)
	if need, ok := errors.AsType[*NeedError](err); ok {
		return wire.TemplateAnswer{Needs: need.Addresses}, nil
	}
	if err != nil {
		return wire.TemplateAnswer{Problems: asProblems(err)}, nil
	}
	answer, outputs := wire.TemplateAnswer{Merge: made.Merge}, make([][]byte, len(made.Documents))
	for i, one := range made.Documents {
		answer.Outputs = append(answer.Outputs, wire.TemplateOutput{Name: one.Name, Type: one.Type, Size: int64(len(one.Content))})
		outputs[i] = one.Content
	}
	return answer, outputs
}

// check checks a template and the document name in the options.
func check(request *Request) wire.TemplateAnswer {
	found, err := Check(request.Template)
	if err != nil {
		return wire.TemplateAnswer{Problems: asProblems(err)}
	}
	problems := append(found.Problems, checkName(request.Options.Name)...)
	return wire.TemplateAnswer{Problems: problems, Schema: found.Schema, Sample: found.Sample, Query: found.Query}
}

// addComments returns a copy of the template with notes as comments.
func addComments(request *Request, notes []byte) (wire.TemplateAnswer, [][]byte) {
	var list []wire.TemplateNote
	err := json.Unmarshal(notes, &list)
	var marked []byte
	if err == nil {
		marked, err = word.AddComments(request.Template, list, time.UnixMilli(request.Options.Now))
	}
	switch {
	case err != nil:
		return wire.TemplateAnswer{Problems: asProblems(err)}, nil
	case marked == nil:
		return wire.TemplateAnswer{}, nil
	}
	kind := strings.TrimPrefix(path.Ext(request.Name), ".")
	output := wire.TemplateOutput{Name: request.Name, Type: kind, Size: int64(len(marked))}
	return wire.TemplateAnswer{Outputs: []wire.TemplateOutput{output}}, [][]byte{marked}
}

// asProblems returns the list of problems that an error contains. An error that is not of type [Problems] becomes a
// problem with the code "failed".
func asProblems(err error) Problems {
	if problems, ok := errors.AsType[Problems](err); ok {
		return problems
	}
	return Problems{{Code: "failed", Values: map[string]string{"reason": err.Error()}}}
}

// render renders a template. The parameters of the row override the parameters that all rows share.
func render(ctx context.Context, request Request, params, row []byte) (*Result, error) {
	common, err := ReadParams(params)
	if err != nil {
		return nil, err
	}
	own, err := ReadParams(row)
	if err != nil {
		return nil, err
	}
	request.Params = withDefaults(own, common)
	return Render(ctx, request)
}

func writeAnswer(out io.Writer, answer wire.TemplateAnswer, outputs [][]byte) error {
	payload, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	head := wire.TemplateHead{JSON: len(payload)}
	for _, output := range outputs {
		payload = append(payload, output...)
	}
	return wire.WriteFrame(out, head, payload)
}
