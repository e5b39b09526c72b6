package expression

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

type kind uint8

const (
	endToken kind = iota
	nameToken
	numberToken
	stringToken
	signToken // an operator or a bracket
)

// token is a lexical token of an expression.
type token struct {
	kind   kind
	text   string // the text of a name or a sign; otherwise the source text
	value  any    // the value of a number or a string
	offset int    // in characters of the source
}

const (
	// maxSource is the maximal length of an expression, in characters.
	maxSource = 16 << 10
	// maxTemplates is the maximal nesting depth of strings in backquotes.
	maxTemplates = 8
)

// lexer splits an expression into tokens.
type lexer struct {
	source []rune
	at     int
	base   int // the offset of source within the whole expression
	depth  int // the number of enclosing strings in backquotes
	tokens []token
}

// lex returns the tokens of an expression. The last token marks the end.
func lex(source string) ([]token, error) {
	runes := straightenQuotes([]rune(source))
	if len(runes) > maxSource {
		return nil, &SyntaxError{Offset: maxSource, Code: codeLong, Values: map[string]string{"most": strconv.Itoa(maxSource)}}
	}
	l := &lexer{source: runes, tokens: make([]token, 0, 8)}
	if err := l.lexAll(); err != nil {
		return nil, err
	}
	l.put(endToken, "", nil, len(runes))
	return l.tokens, nil
}

// straightenQuotes replaces typographic quotes, which editors insert automatically, with straight quotes.
func straightenQuotes(source []rune) []rune {
	for i, r := range source {
		switch r {
		case '‘', '’':
			source[i] = '\''
		case '“', '”':
			source[i] = '"'
		}
	}
	return source
}

func (l *lexer) lexAll() error {
	for l.at < len(l.source) {
		if err := l.next(); err != nil {
			return err
		}
	}
	return nil
}

func (l *lexer) next() error {
	switch r := l.source[l.at]; {
	case r == '`':
		return l.templateLiteral()
	case r == '"' || r == '\'':
		return l.quotedString(r)
	case r == '„': // an opening quote, which is closed by a straight quote
		return l.quotedString('"')
	case r == '‚':
		return l.quotedString('\'')
	case isDigit(r) || r == '.' && isDigit(l.peek(1)):
		return l.number()
	case isNameStart(r):
		l.name()
	case unicode.IsSpace(r):
		l.at++
	default:
		return l.sign()
	}
	return nil
}

// peek returns the character at the given distance after the current one, or 0 if there is no such character.
func (l *lexer) peek(ahead int) rune {
	if l.at+ahead < len(l.source) {
		return l.source[l.at+ahead]
	}
	return 0
}

func (l *lexer) put(k kind, text string, value any, offset int) {
	l.tokens = append(l.tokens, token{k, text, value, l.base + offset})
}

func (l *lexer) fail(offset int, code string, values map[string]string) error {
	return &SyntaxError{Offset: l.base + offset, Code: code, Values: values}
}

func isDigit(r rune) bool {
	return r >= '0' && r <= '9'
}

func isNameStart(r rune) bool {
	return r == '$' || r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r)
}

func isNamePart(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return isNameStart(r) || r == nonJoiner || r == joiner ||
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc)
}

func (l *lexer) name() {
	start := l.at
	for l.at < len(l.source) && isNamePart(l.source[l.at]) {
		l.at++
	}
	l.put(nameToken, string(l.source[start:l.at]), nil, start)
}

// signs are the signs that consist of several characters, longest first. All other signs consist of one character.
var signs = [...]string{"===", "!==", "==", "!=", "<=", ">=", "&&", "||", "??"}

func (l *lexer) sign() error {
	for _, sign := range signs {
		if l.follows(sign) {
			l.put(signToken, sign, nil, l.at)
			l.at += len(sign)
			return nil
		}
	}
	text := string(l.source[l.at])
	if !strings.Contains("(){}[].,;:+-*/%<>!=|?", text) {
		return l.fail(l.at, codeSyntax, map[string]string{"at": text})
	}
	l.put(signToken, text, nil, l.at)
	l.at++
	return nil
}

func (l *lexer) follows(sign string) bool {
	for i, r := range sign {
		if l.peek(i) != r {
			return false
		}
	}
	return true
}

func (l *lexer) number() error {
	start := l.at
	for isDigit(l.peek(0)) || l.peek(0) == '.' {
		l.at++
	}
	if r := l.peek(0); r == 'e' || r == 'E' {
		sign := 0
		if l.peek(1) == '+' || l.peek(1) == '-' {
			sign = 1
		}
		for l.at += 1 + sign; isDigit(l.peek(0)); l.at++ {
			continue
		}
	}
	text := string(l.source[start:l.at])
	value, ok := parseDecimal(text)
	if !ok {
		return l.fail(start, codeNumber, map[string]string{"at": text})
	}
	l.put(numberToken, text, value, start)
	return nil
}

// quotedString reads a string up to the closing quote.
func (l *lexer) quotedString(quote rune) error {
	start := l.at
	l.at++
	var text []rune
	for l.at < len(l.source) {
		switch r := l.source[l.at]; r {
		case quote:
			l.at++
			l.put(stringToken, string(l.source[start:l.at]), string(text), start)
			return nil
		case '\\':
			escaped, err := l.escape()
			if err != nil {
				return err
			}
			text = append(text, escaped...)
		default:
			text = append(text, r)
			l.at++
		}
	}
	return l.fail(start, codeQuote, nil)
}

// escape reads a backslash and the characters that it escapes. It returns the characters that they stand for.
func (l *lexer) escape() ([]rune, error) {
	const replaced, by = "nfrtv", "\n\f\r\t\v"
	l.at++
	if l.at == len(l.source) {
		return nil, nil
	}
	r := l.source[l.at]
	l.at++
	if r == 'u' {
		return l.escapedUnit()
	}
	if i := strings.IndexRune(replaced, r); i >= 0 {
		return []rune{rune(by[i])}, nil
	}
	return []rune{r}, nil
}

// escapedUnit reads the four digits of a UTF-16 unit. If the unit is the first half of a surrogate pair, it also reads
// the second half.
func (l *lexer) escapedUnit() ([]rune, error) {
	unit, ok := l.hex(0)
	if !ok {
		return nil, l.fail(l.at-2, codeSyntax, map[string]string{"at": `\u`})
	}
	l.at += 4
	if utf16.IsSurrogate(unit) && l.peek(0) == '\\' && l.peek(1) == 'u' {
		if second, ok := l.hex(2); ok && utf16.DecodeRune(unit, second) != unicode.ReplacementChar {
			l.at += 6
			return []rune{utf16.DecodeRune(unit, second)}, nil
		}
	}
	return []rune{unit}, nil
}

func (l *lexer) hex(ahead int) (rune, bool) {
	if l.at+ahead+4 > len(l.source) {
		return 0, false
	}
	value, err := strconv.ParseUint(string(l.source[l.at+ahead:l.at+ahead+4]), 16, 16)
	return rune(value), err == nil
}
