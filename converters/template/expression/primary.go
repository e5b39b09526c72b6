package expression

// postfix parses an operand, followed by members and method calls.
func (p *parser) postfix() (node, error) {
	value, err := p.primary()
	for err == nil {
		switch {
		case p.skipSign("."):
			value, err = p.namedMember(value)
		case p.skipSign("["):
			value, err = p.computedMember(value)
		case p.nextIs("("):
			return nil, p.callError(value)
		default:
			return value, p.countNode()
		}
		if err == nil {
			err = p.countNode()
		}
	}
	return nil, err
}

func (p *parser) primary() (node, error) {
	t := p.peek()
	switch t.kind {
	case nameToken:
		p.at++
		return word(t.text), nil
	case numberToken, stringToken:
		p.at++
		return &literal{t.value}, nil
	case endToken:
		return nil, p.unexpected()
	}
	switch {
	case p.skipSign("("):
		return p.bracketed()
	case p.skipSign("["):
		items, err := p.parseList("]", p.expression)
		return &list{items}, err
	case p.skipSign("{"):
		return p.object()
	case p.nextIs(".") && p.tokens[p.at+1].kind != nameToken:
		p.at++
		return thisValue{}, nil
	}
	return nil, p.unexpected()
}

func word(text string) node {
	switch text {
	case "this":
		return thisValue{}
	case "true":
		return &literal{true}
	case "false":
		return &literal{false}
	case "null":
		return &literal{nil}
	case "undefined":
		return &literal{Undefined{}}
	}
	return &name{text}
}

// bracketed parses the content of parentheses. The opening parenthesis was already read.
func (p *parser) bracketed() (node, error) {
	inside, err := p.chain()
	if err != nil {
		return nil, err
	}
	return inside, p.expectSign(")")
}

// parseList parses the items of a comma-separated list and the closing bracket. It calls the function read to parse
// each item.
func (p *parser) parseList(bracket string, read func() (node, error)) ([]node, error) {
	var parts []node
	for !p.nextIs(bracket) {
		part, err := read()
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		if !p.skipSign(",") {
			break
		}
	}
	return parts, p.expectSign(bracket)
}

// object parses the members of {…}. The opening brace was already read.
func (p *parser) object() (node, error) {
	result := &object{}
	_, err := p.parseList("}", func() (node, error) {
		key, value, err := p.property()
		result.keys, result.values = append(result.keys, key), append(result.values, value)
		return nil, err
	})
	return result, err
}

// property parses a member of an object: key: value, [key]: value, or a name that is both the key and the value.
func (p *parser) property() (key, value node, err error) {
	t := p.peek()
	switch {
	case t.kind == nameToken || t.kind == stringToken || t.kind == numberToken:
		p.at++
		key = &literal{t.text}
		if t.kind != nameToken {
			key = &literal{Text(t.value)}
		} else if !p.nextIs(":") {
			return key, word(t.text), nil
		}
	case p.skipSign("["):
		if key, err = p.expression(); err == nil {
			err = p.expectSign("]")
		}
	default:
		err = p.unexpected()
	}
	if err == nil {
		err = p.expectSign(":")
	}
	if err == nil {
		value, err = p.expression()
	}
	return key, value, err
}

// namedMember parses the name of a member or method. The dot before the name was already read.
func (p *parser) namedMember(base node) (node, error) {
	t := p.peek()
	if t.kind != nameToken {
		return nil, p.unexpected()
	}
	p.at++
	if !p.skipSign("(") {
		return &member{object: base, key: &literal{t.text}}, nil
	}
	if !isMethod(t.text) {
		return nil, &SyntaxError{
			Offset: t.offset, Code: codeMethod, Values: map[string]string{"name": t.text},
			Nearest: Nearest(t.text, methodNames()),
		}
	}
	args, err := p.parseList(")", p.chain)
	return &call{base, t.text, args, t.offset}, err
}

// computedMember parses the key of a member in brackets. The opening bracket was already read.
func (p *parser) computedMember(base node) (node, error) {
	key, err := p.expression()
	if err != nil {
		return nil, err
	}
	return &member{base, key, true}, p.expectSign("]")
}

// callError returns the error for a call of something that is not a method.
func (p *parser) callError(callee node) error {
	function, ok := callee.(*name)
	if !ok {
		return p.unexpected()
	}
	_, filters, isFilter := p.filters.Filter(function.name)
	if isFilter {
		return &SyntaxError{Offset: p.tokens[p.at-1].offset, Code: codeCalled, Values: map[string]string{"name": function.name}}
	}
	return &SyntaxError{
		Offset: p.tokens[p.at-1].offset, Code: codeFunction, Values: map[string]string{"name": function.name},
		Nearest: Nearest(function.name, filters),
	}
}
