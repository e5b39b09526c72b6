package expression

// store assigns a value to a name or a member.
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

// storeIn returns the store of a name or a member; that of anything else does nothing.
func storeIn(target node) store {
	switch n := target.(type) {
	case *name:
		return func(scope Scope, env *Environment, value any) error {
			if err := env.Make(itemSize + int64(len(n.name))); err != nil {
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

// store returns the store of the member. It creates the missing objects on the path.
func (n *member) store() store {
	object, key, whole := compileOrCreate(n.object), n.key.compile(), storeIn(n.object)
	return func(scope Scope, env *Environment, value any) error {
		of, err := object(scope, env)
		if err != nil {
			return err
		}
		k, err := textOf(key, scope, env)
		if err != nil {
			return err
		}
		switch of := of.(type) {
		case map[string]any:
			return setMember(env, of, k, value)
		case []any:
			longer, err := setItem(env, of, k, value)
			if err != nil || longer == nil {
				return err
			}
			return whole(scope, env, longer)
		}
		return nil
	}
}

func setMember(env *Environment, of map[string]any, key string, value any) error {
	if key == prototype {
		return nil
	}
	if err := env.Make(itemSize + int64(len(key))); err != nil {
		return err
	}
	of[key] = value
	return nil
}

// setItem sets an item of a list. It returns a longer list if the index is behind the end.
func setItem(env *Environment, of []any, key string, value any) ([]any, error) {
	at, ok := listIndex(key)
	if !ok {
		return nil, nil
	}
	if at < len(of) {
		of[at] = value
		return nil, nil
	}
	if err := env.MakeList(at + 1); err != nil {
		return nil, err
	}
	longer := make([]any, at+1)
	for i := copy(longer, of); i < at; i++ {
		longer[i] = Undefined{}
	}
	longer[at] = value
	return longer, nil
}

// compileOrCreate returns an evaluation of a part that creates an object if the part is missing.
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
