package route

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"lectern/backend/internal/fault"
	"lectern/backend/web/problem"
)

// newError converts an error of huma, usually about an invalid parameter, to a problem.
func newError(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
	background := context.Background()
	if ctx != nil {
		background = ctx.Context()
	}
	var reasons []problem.Reason
	for _, err := range errs {
		if detail, ok := err.(huma.ErrorDetailer); ok {
			// The field Value is left out, because it could contain a secret from the request.
			d := detail.ErrorDetail()
			location := strings.TrimPrefix(d.Location, "query.") // the domain packages name parameters without a prefix
			reasons = append(reasons, problem.Reason{Location: location, Message: d.Message})
		} else if err != nil {
			reasons = append(reasons, problem.Reason{Message: err.Error()})
		}
	}
	if len(reasons) > 0 && status == http.StatusUnprocessableEntity {
		message = parameterMessage(reasons[0])
	}
	refused := problem.New(background, status, message, reasons...)
	if len(reasons) > 0 && status == http.StatusUnprocessableEntity {
		refused.Code = parameterCode(reasons[0])
	}
	return refused
}

// parameterCode returns the error code for a parameter that huma rejects.
func parameterCode(r problem.Reason) fault.Code {
	if strings.HasPrefix(r.Message, "required ") {
		return fault.ParameterMissing
	}
	return fault.InvalidParameter
}

// parameterMessage returns a sentence for a parameter that huma rejects.
func parameterMessage(r problem.Reason) string {
	if strings.HasPrefix(r.Message, "required ") {
		return fault.MissingParameter(r.Location).Message
	}
	return "The parameter " + r.Location + " is not valid: " + r.Message + "."
}

func newErrorWithoutContext(status int, message string, errs ...error) huma.StatusError {
	return newError(nil, status, message, errs...)
}

// InvalidParameter returns the error for an invalid parameter. The argument reason is a message of huma.
func InvalidParameter(name, reason string) error {
	return fault.Field(name, "%s", parameterMessage(problem.Reason{Location: name, Message: reason}))
}
