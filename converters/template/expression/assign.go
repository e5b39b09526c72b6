package expression

// store assigns a value to a variable or a member.
type store func(scope Scope, env *Environment, value any) error

func (n *assignment) compile() eval {
	place, value := storeIn(n.target), n.value.compile()
	return func(scope Scope, env *Environment) (any, error) {
		v, err := value(scope, env)
		if err != nil {
			return nil, err
		}
		return v, place(scope, env, v)
	}
}

// storeIn returns a store that assigns values to target. If target is neither a name nor a member, the store does
// nothing.
func storeIn(target node) store {
	switch n := target.(type) {
	case *name:
		return func(scope Scope, env *Environment, value any) error {
			if err := env.ChargeBytes(itemSize + int64(len(n.name))); err != nil {
				return err
			}
			scope.Set(n.name, value)
			return nil
		}
	case *member:
		return n.store()
	}
	return func(Scope, *Environment, any) error { return nil }
}

// store returns the store that assigns to the member. Missing objects on the path to the member are created.
func (n *member) store() store {
	object, key, whole := compileOrCreate(n.object), n.key.compile(), storeIn(n.object)
	return func(scope Scope, env *Environment, value any) error {
		base, err := object(scope, env)
		if err != nil {
			return err
		}
		k, err := textOf(key, scope, env)
		if err != nil {
			return err
		}
		switch base := base.(type) {
		case map[string]any:
			return setMember(env, base, k, value)
		case []any:
			longer, err := setItem(env, base, k, value)
			if err != nil || longer == nil {
				return err
			}
			return whole(scope, env, longer)
		}
		return nil
	}
}

func setMember(env *Environment, base map[string]any, key string, value any) error {
	if key == prototype {
		return nil
	}
	if err := env.ChargeBytes(itemSize + int64(len(key))); err != nil {
		return err
	}
	base[key] = value
	return nil
}

// setItem sets an item of a list. If the index is beyond the end of the list, it returns a longer copy of the list.
// Otherwise it replaces the item in the list itself and returns nil. A key that is not an index is ignored.
func setItem(env *Environment, base []any, key string, value any) ([]any, error) {
	at, ok := listIndex(key)
	if !ok {
		return nil, nil
	}
	if at < len(base) {
		base[at] = value
		return nil, nil
	}
	if err := env.ChargeList(at + 1); err != nil {
		return nil, err
	}
	longer := make([]any, at+1)
	for i := copy(longer, base); i < at; i++ {
		longer[i] = Undefined{}
	}
	longer[at] = value
	return longer, nil
}

// compileOrCreate returns a function that evaluates n. If the value is missing, the function creates an object and
// assigns it to n.
func compileOrCreate(n node) eval {
	switch n.(type) {
	case *name, *member:
	default:
		return n.compile()
	}
	value, place := n.compile(), storeIn(n)
	return func(scope Scope, env *Environment) (any, error) {
		v, err := value(scope, env)
		if err != nil || !Missing(v) {
			return v, err
		}
		made := map[string]any{}
		return made, place(scope, env, made)
	}
}
