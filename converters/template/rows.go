package template

import (
	"errors"

	"lectern/converters/template/rows"
	"lectern/converters/wire"
)

// readRows reads the rows of a file such as a CSV file. If the request has a template, its schema determines how texts
// are converted.
func readRows(request *Request, file []byte) (wire.TemplateAnswer, [][]byte) {
	var options rows.Options
	given := request.Options
	if len(request.Template) > 0 {
		if a, err := openApplication(request.Template); err == nil && a != nil {
			given = a.options(given)
		}
		if found, err := Check(request.Template); err == nil { // checking the template reports its problems
			options.Schema = found.Schema
		}
	}
	env, err := environment(&given)
	if err != nil {
		return wire.TemplateAnswer{Problems: asProblems(err)}, nil
	}
	options.Locale = env.Locale
	lines, err := rows.Read(file, options)
	if wrong, ok := errors.AsType[*rows.Error](err); ok {
		return wire.TemplateAnswer{Problems: Problems{wrong.TemplateProblem}}, nil
	}
	if err != nil {
		return wire.TemplateAnswer{Problems: asProblems(err)}, nil
	}
	output := wire.TemplateOutput{Name: "rows." + wire.TemplateRowLines, Type: wire.TemplateRowLines, Size: int64(len(lines))}
	return wire.TemplateAnswer{Outputs: []wire.TemplateOutput{output}}, [][]byte{lines}
}
