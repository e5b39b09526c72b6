package expression

// templateLiteral reads a string in backquotes. It emits the tokens of a sum in parentheses, so that `a${x}b` is read
// as ("a" + (x) + "b").
func (l *lexer) templateLiteral() error {
	start := l.at
	if l.depth >= maxTemplates {
		return l.fail(start, codeDeep, nil)
	}
	l.at++
	l.put(signToken, "(", nil, start)
	var text []rune
	for l.at < len(l.source) {
		switch r := l.source[l.at]; {
		case r == '`':
			l.put(stringToken, string(text), string(text), l.at)
			l.put(signToken, ")", nil, l.at)
			l.at++
			return nil
		case r == '\\':
			escaped, err := l.escape()
			if err != nil {
				return err
			}
			text = append(text, escaped...)
		case r == '$' && l.peek(1) == '{':
			l.put(stringToken, string(text), string(text), l.at)
			if err := l.insertedExpression(); err != nil {
				return err
			}
			text = nil
		default:
			text = append(text, r)
			l.at++
		}
	}
	return l.fail(start, codeQuote, nil)
}

// insertedExpression reads an expression in ${…}. It emits the expression's tokens as one term of the sum that the
// method templateLiteral emits.
func (l *lexer) insertedExpression() error {
	l.put(signToken, "+", nil, l.at)
	l.put(signToken, "(", nil, l.at)
	start := l.at + 2
	end := closingBrace(l.source, start)
	if end < 0 {
		return l.fail(l.at, codeQuote, nil)
	}
	inner := &lexer{source: l.source[start:end], base: l.base + start, depth: l.depth + 1, tokens: l.tokens}
	if err := inner.lexAll(); err != nil {
		return err
	}
	l.tokens, l.at = inner.tokens, end+1
	l.put(signToken, ")", nil, end)
	l.put(signToken, "+", nil, end)
	return nil
}

// closingBrace returns the index of the closing brace that matches the opening brace directly before the index start.
// It returns -1 if there is none.
func closingBrace(source []rune, start int) int {
	depth := 1
	for i := start; i < len(source); i++ {
		switch source[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
