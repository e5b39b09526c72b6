package expression

import "errors"

const (
	// maxDepth is the maximal nesting depth of brackets.
	maxDepth = 200
	// maxNodes is the maximum number of nodes of the tree. It also limits the depth of a sum, which has a level for
	// each term.
	maxNodes = 5000
)

// parser builds the syntax tree of an expression.
type parser struct {
	tokens  []token
	at      int
	depth   int
	nodes   int
	filters FilterLookup
}

// program parses statements separated by semicolons.
func (p *parser) program() (body []node, err error) {
	for {
		if !p.nextIs("}", ")", ";", "]") && p.peek().kind != endToken {
			statement, err := p.chain()
			if err != nil {
				return nil, err
			}
			body = append(body, statement)
		}
		if !p.skipSign(";") {
			break
		}
	}
	if p.peek().kind != endToken {
		return nil, p.unexpected()
	}
	return body, nil
}

func (p *parser) peek() token {
	return p.tokens[p.at]
}

// nextIs reports whether the next token is one of the given signs.
func (p *parser) nextIs(signs ...string) bool {
	if p.peek().kind != signToken {
		return false
	}
	for _, sign := range signs {
		if p.peek().text == sign {
			return true
		}
	}
	return false
}

// skipSign skips the next token if it is the given sign, and reports whether it did.
func (p *parser) skipSign(sign string) bool {
	if p.nextIs(sign) {
		p.at++
		return true
	}
	return false
}

// expectSign skips the next token. It returns an error if the token is not the given sign.
func (p *parser) expectSign(sign string) error {
	if p.skipSign(sign) {
		return nil
	}
	return p.unexpected()
}

func (p *parser) unexpected() error {
	t := p.peek()
	if t.kind == endToken {
		return &SyntaxError{Offset: t.offset, Code: codeEnd}
	}
	return &SyntaxError{Offset: t.offset, Code: codeSyntax, Values: map[string]string{"at": t.text}}
}

// countNode counts a node of the tree. It returns an error if the tree has too many nodes.
func (p *parser) countNode() error {
	if p.nodes++; p.nodes > maxNodes {
		return p.tooDeep()
	}
	return nil
}

// enter counts a level of brackets. It returns an error if brackets are nested too deeply. Without an error, the caller
// must call leave at the end of the level.
func (p *parser) enter() error {
	if p.depth >= maxDepth {
		return p.tooDeep()
	}
	p.depth++
	return p.countNode()
}

func (p *parser) leave() {
	p.depth--
}

func (p *parser) tooDeep() error {
	return &SyntaxError{Offset: p.peek().offset, Code: codeDeep}
}

// chain parses an expression and the filters that follow it.
func (p *parser) chain() (node, error) {
	left, err := p.expression()
	for err == nil && p.skipSign("|") {
		left, err = p.filter(left)
	}
	return left, err
}

func (p *parser) filter(in node) (node, error) {
	t := p.peek()
	if t.kind != nameToken {
		return nil, p.unexpected()
	}
	p.at++
	filter, names, ok := p.filters.Filter(t.text)
	if !ok {
		return nil, &SyntaxError{
			Offset: t.offset, Code: codeFilter, Values: map[string]string{"name": t.text},
			Nearest: Nearest(t.text, names),
		}
	}
	result := &filterCall{in: in, filter: filter}
	for p.skipSign(":") {
		arg, err := p.expression()
		if err != nil {
			return nil, err
		}
		result.args = append(result.args, arg)
	}
	if err := p.parseItemExpression(result); err != nil {
		return nil, err
	}
	return result, p.countNode()
}

// parseItemExpression parses the first argument of a filter if this argument is an expression that is evaluated for
// each item. A condition is always parsed as an expression. Any other argument is parsed only if it contains operators
// or brackets; otherwise it is the path of a member, because members can have any name.
func (p *parser) parseItemExpression(f *filterCall) error {
	isCondition := f.filter.Condition && len(f.args) == 1
	if len(f.args) == 0 || !isCondition && f.filter.Member == None {
		return nil
	}
	argument, ok := f.args[0].(*literal)
	if !ok || !isText(argument.value) || !isCondition && !IsComputed(argument.value.(string)) {
		return nil
	}
	read, err := Parse(argument.value.(string), p.filters)
	if wrong, ok := errors.AsType[*SyntaxError](err); ok && isCondition {
		wrong.Offset += p.tokens[p.at-1].offset + 1
		return wrong
	}
	f.itemExpression = read
	return nil
}

// expression parses an expression without filters. Within an expression, filters are only allowed in brackets.
func (p *parser) expression() (node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	offset := p.peek().offset
	target, err := p.choice()
	if err != nil || !p.skipSign("=") {
		return target, err
	}
	switch target.(type) {
	case *name, *member:
	default:
		return nil, &SyntaxError{Offset: offset, Code: codeAssign}
	}
	value, err := p.expression()
	return &assignment{target, value}, err
}

func (p *parser) choice() (node, error) {
	test, err := p.operation(0)
	if err != nil || !p.skipSign("?") {
		return test, err
	}
	yes, err := p.expression()
	if err != nil {
		return nil, err
	}
	if err := p.expectSign(":"); err != nil {
		return nil, err
	}
	no, err := p.expression()
	return &choice{test, yes, no}, err
}

// levels are the binary operators by precedence, lowest first.
var levels = [...][]string{
	{"??"}, {"||"}, {"&&"}, {"==", "!=", "===", "!=="}, {"<", ">", "<=", ">="}, {"+", "-"}, {"*", "/", "%"},
}

// operation parses binary operators of the given level of precedence and higher levels.
func (p *parser) operation(level int) (node, error) {
	if level == len(levels) {
		return p.signed()
	}
	left, err := p.operation(level + 1)
	for err == nil && p.nextIs(levels[level]...) {
		sign := p.peek().text
		p.at++
		var right node
		if right, err = p.operation(level + 1); err != nil {
			break
		}
		if left = newOperation(sign, left, right); p.nodes >= maxNodes {
			return nil, p.tooDeep()
		}
		p.nodes++
	}
	return left, err
}

func newOperation(sign string, left, right node) node {
	switch sign {
	case "??", "||", "&&":
		return &logical{sign, left, right}
	}
	return &binary{sign, left, right}
}

func (p *parser) signed() (node, error) {
	if !p.nextIs("+", "-", "!") {
		return p.postfix()
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	sign := p.peek().text
	p.at++
	operand, err := p.signed()
	return &unary{sign, operand}, err
}
