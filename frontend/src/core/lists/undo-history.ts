/** What something has been, to go back to and forth again. Each state is a value of its own that nothing changes. */
export interface History<State> {
	readonly past: readonly { readonly state: State; readonly what: string }[];
	readonly present: State;
	readonly future: readonly { readonly state: State; readonly what: string }[];
	/** What is being changed: further changes of it belong to the same step. */
	readonly open: string | undefined;
}

/** Steps that are kept. */
const most = 200;

export function begin<State>(present: State): History<State> {
	return { past: [], present, future: [], open: undefined };
}

/**
 * A change, under a name of what it changes. Those of the same name that follow each other are one
 * step, as those of a slider that is drawn, until they are sealed.
 */
export function change<State>(history: History<State>, what: string, state: State): History<State> {
	const { past, present, open } = history;
	return open === what
		? { past, present: state, future: [], open }
		: {
				past: [...past.slice(1 - most), { state: present, what }],
				present: state,
				future: [],
				open: what,
			};
}

/** Ends a step: the next change is one of its own. */
export function seal<State>(history: History<State>): History<State> {
	return { ...history, open: undefined };
}

export function undo<State>({ past, present, future, ...rest }: History<State>): History<State> {
	const last = past.at(-1);
	return last === undefined
		? { past, present, future, ...rest }
		: {
				past: past.slice(0, -1),
				present: last.state,
				future: [{ state: present, what: last.what }, ...future],
				open: undefined,
			};
}

export function redo<State>({ past, present, future, ...rest }: History<State>): History<State> {
	const [next, ...others] = future;
	return next === undefined
		? { past, present, future, ...rest }
		: {
				past: [...past, { state: present, what: next.what }],
				present: next.state,
				future: others,
				open: undefined,
			};
}
