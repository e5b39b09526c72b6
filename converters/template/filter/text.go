package filter

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"

	"lectern/converters/template/expression"
)

// textFilters returns the filters of texts. Other values are converted into texts.
func textFilters() expression.Filters {
	return expression.Filters{
		"upper":      caseFilter(func(c *casers) *cases.Caser { return &c.upper }),
		"lower":      caseFilter(func(c *casers) *cases.Caser { return &c.lower }),
		"title":      caseFilter(func(c *casers) *cases.Caser { return &c.title }),
		"capitalize": textFilter(capitalize),
		"trim": textFilter(func(_ *expression.Environment, text string, _ arguments) (any, error) {
			return strings.TrimSpace(text), nil
		}),
		"truncate": textFilter(truncate),
		"replace":  textFilter(replace),
		"pad":      textFilter(pad(true)),
		"padStart": textFilter(pad(true)),
		"padEnd":   textFilter(pad(false)),
		"split":    textFilter(split),
		"default":  {Input: expression.Any, Apply: defaultValue},
		"json":     skipMissing(expression.Any, writeJSON),
	}
}

// textFilter returns a filter that converts its input into text and charges the text to the budget.
func textFilter(do func(env *expression.Environment, text string, args arguments) (any, error)) expression.Filter {
	return skipMissing(expression.String, func(env *expression.Environment, in any, args arguments) (any, error) {
		text, err := env.Text(in)
		if err != nil {
			return nil, err
		}
		if err := env.ChargeBytes(int64(len(text))); err != nil {
			return nil, err
		}
		return do(env, text, args)
	})
}

// casers change the case of texts according to the rules of a language.
type casers struct{ upper, lower, title cases.Caser }

type casersKey struct{}

// maxGrowth is the maximal factor by which the length of a text, in bytes, grows when its case changes.
const maxGrowth = 3

func caseFilter(choose func(*casers) *cases.Caser) expression.Filter {
	return textFilter(func(env *expression.Environment, text string, _ arguments) (any, error) {
		c := env.Memo(casersKey{}, func() any {
			return &casers{cases.Upper(env.Locale), cases.Lower(env.Locale), cases.Title(env.Locale, cases.NoLower)}
		}).(*casers)
		if err := env.ChargeBytes(int64(len(text)) * maxGrowth); err != nil {
			return nil, err
		}
		return choose(c).String(text), nil
	})
}

func capitalize(env *expression.Environment, text string, _ arguments) (any, error) {
	at := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsSpace(r) })
	if at < 0 {
		return text, nil
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	first := cases.Upper(env.Locale).String(text[at : at+size])
	return text[:at] + first + text[at+size:], nil
}

const (
	// maxCharacters is the maximal length to which texts are padded or cut, in characters.
	maxCharacters = 64 << 20
	// defaultLength is the length to which a text is cut if there is no argument.
	defaultLength = 50
)

// truncate cuts a text to a maximal number of characters, including the ellipsis at its end.
func truncate(env *expression.Environment, text string, args arguments) (any, error) {
	limit, err := args.wholeNumber(0, defaultLength, 0, maxCharacters)
	if err != nil {
		return nil, err
	}
	ellipsis, err := args.text(env, 1, "…")
	if err != nil {
		return nil, err
	}
	if utf8.RuneCountInString(text) <= limit {
		return text, nil
	}
	kept := max(limit-utf8.RuneCountInString(ellipsis), 0)
	return strings.TrimRightFunc(firstRunes(text, kept), unicode.IsSpace) + firstRunes(ellipsis, limit), nil
}

// firstRunes returns the beginning of a text. count is the maximum number of characters of the result.
func firstRunes(text string, count int) string {
	for i := range text {
		if count == 0 {
			return text[:i]
		}
		count--
	}
	return text
}

func replace(env *expression.Environment, text string, args arguments) (any, error) {
	search, err := args.needText(env, 0)
	if err != nil || search == "" {
		return text, err
	}
	by, err := args.text(env, 1, "")
	if err != nil {
		return nil, err
	}
	return expression.Replace(env, text, search, by, -1)
}

// pad returns a filter that pads a text to a number of characters, with spaces or with the text of the second argument.
func pad(atStart bool) func(env *expression.Environment, text string, args arguments) (any, error) {
	return func(env *expression.Environment, text string, args arguments) (any, error) {
		length, err := args.wholeNumber(0, 0, 0, maxCharacters+1)
		switch {
		case err != nil:
			return nil, err
		case length > maxCharacters:
			return nil, &Error{Code: codeLong, Values: map[string]string{"most": strconv.Itoa(maxCharacters)}}
		}
		filler, err := args.text(env, 1, " ")
		if err != nil || filler == "" {
			return text, err
		}
		missing := length - utf8.RuneCountInString(text)
		if missing <= 0 {
			return text, nil
		}
		times := missing/utf8.RuneCountInString(filler) + 1
		if err := env.ChargeBytes(int64(times) * int64(len(filler))); err != nil {
			return nil, err
		}
		filling := firstRunes(strings.Repeat(filler, times), missing)
		if atStart {
			return filling + text, nil
		}
		return text + filling, nil
	}
}

// split splits a text at a separator. The default separator is a comma.
func split(env *expression.Environment, text string, args arguments) (any, error) {
	separator, err := args.text(env, 0, ",")
	if err != nil {
		return nil, err
	}
	if err := env.ChargeList(max(strings.Count(text, separator), 0) + 1); err != nil {
		return nil, err
	}
	parts := strings.Split(text, separator)
	items := make([]any, len(parts))
	for i, part := range parts {
		items[i] = part
	}
	return items, nil
}

// defaultValue returns its argument for a missing value or an empty text.
func defaultValue(_ *expression.Environment, in any, args []any) (any, error) {
	if (expression.Missing(in) || in == "") && len(args) > 0 {
		return args[0], nil
	}
	return in, nil
}
