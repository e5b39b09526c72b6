package richtext_test

import (
	"errors"
	"strings"
	"testing"

	"lectern/converters/template/richtext"
)

// Markdown that would take minutes to convert is rejected immediately.
func TestMarkdownBounds(t *testing.T) {
	for name, test := range map[string]struct {
		source string
		want   error
	}{
		"quotations": {strings.Repeat("> ", 100_000), richtext.ErrTooDeep},
		"bullets":    {strings.Repeat("- ", 100_000), richtext.ErrTooDeep},
		"numbers":    {strings.Repeat("1. ", 100_000), richtext.ErrTooDeep},
		"addresses":  {strings.Repeat("[a](", 100_000), richtext.ErrTooLarge},
		"references": {strings.Repeat("[a]: b\n", 100_000), richtext.ErrTooLarge},
		"brackets":   {strings.Repeat("[", 100_000), nil},
		"emphasis":   {strings.Repeat("**a *b ", 10_000), nil},
	} {
		if _, err := richtext.FromMarkdown(test.source); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}
