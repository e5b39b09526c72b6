/** The undo and redo states of a value. Each state is immutable. */
export interface History<State> {
	readonly past: readonly { readonly state: State; readonly what: string }[];
	readonly present: State;
	readonly future: readonly { readonly state: State; readonly what: string }[];
	/** The name of the change in progress. Further changes with the same name belong to the same step. */
	readonly open: string | undefined;
}

/** The maximum number of steps that are kept. */
const most = 200;

export function begin<State>(present: State): History<State> {
	return { past: [], present, future: [], open: undefined };
}

/**
 * Adds a change. Consecutive changes with the same name, such as those from dragging a slider, become one step until
 * {@link seal} is called.
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

/** Ends the current step, so that the next change starts a new one. */
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
