package task

import (
	"context"
	"encoding/base64"
	"os"
	"strconv"
	"time"

	"lectern/backend/internal/fault"
)

// TokenTime is the period for which a token is valid.
const TokenTime = time.Hour

// Token returns a token that permits downloading a result without an API key, for [TokenTime].
func (s *Service) Token(task, result string) (string, error) {
	until := strconv.FormatInt(s.now().Add(TokenTime).UnixMilli(), 10)
	sealed, err := s.sealer.Seal(until, tokenOwner(task, result))
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(sealed), nil
}

func tokenOwner(task, result string) string { return "result " + task + "/" + result }

// CheckToken validates the token of a result. It returns a fault of kind Gone if the token has expired, and of kind
// Denied if it is invalid.
func (s *Service) CheckToken(task, result, token string) error {
	denied := fault.New(fault.Denied, "The address of the result is incomplete, or not of this server. Get the task again for a "+
		"new address.").
		WithCode(fault.LinkInvalid)
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return denied
	}
	text, err := s.sealer.Open(sealed, tokenOwner(task, result))
	if err != nil {
		return denied
	}
	until, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return denied
	}
	if !s.now().Before(time.UnixMilli(until)) {
		return fault.New(fault.Gone, "The address of the result was valid for an hour and has expired. Get the task again for a "+
			"new address.").WithCode(fault.LinkExpired)
	}
	return nil
}

// Open returns a result of a task and opens its content. It returns a fault of kind NotFound if the result does not
// exist. The caller closes the file.
func (s *Service) Open(ctx context.Context, task, result string) (Result, *os.File, error) {
	found, err := s.store.FindTaskResult(ctx, task, result)
	if err != nil {
		return found, nil, err
	}
	file, err := s.content.Open(ctx, found.Content)
	return found, file, err
}
