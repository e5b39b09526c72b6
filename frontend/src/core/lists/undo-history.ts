/** The undo and redo states of a value. Each state is immutable. */
export interface History<State> {
	readonly past: readonly { readonly state: State; readonly change: string }[];
	readonly present: State;
	readonly future: readonly { readonly state: State; readonly change: string }[];
	/** The name of the change in progress. Further changes with the same name belong to the same step. */
	readonly changeInProgress: string | undefined;
}

/** The maximum number of steps that are kept. */
const maxSteps = 200;

export function startHistory<State>(present: State): History<State> {
	return { past: [], present, future: [], changeInProgress: undefined };
}

/**
 * Adds a change. Consecutive changes with the same name, such as those from dragging a slider, become one step until
 * {@link endStep} is called.
 */
export function recordChange<State>(history: History<State>, change: string, state: State): History<State> {
	const { past, present, changeInProgress } = history;
	return changeInProgress === change
		? { past, present: state, future: [], changeInProgress }
		: {
				past: [...past.slice(1 - maxSteps), { state: present, change }],
				present: state,
				future: [],
				changeInProgress: change,
			};
}

/** Ends the current step, so that the next change starts a new one. */
export function endStep<State>(history: History<State>): History<State> {
	return { ...history, changeInProgress: undefined };
}

export function undo<State>({ past, present, future, ...rest }: History<State>): History<State> {
	const last = past.at(-1);
	return last === undefined
		? { past, present, future, ...rest }
		: {
				past: past.slice(0, -1),
				present: last.state,
				future: [{ state: present, change: last.change }, ...future],
				changeInProgress: undefined,
			};
}

export function redo<State>({ past, present, future, ...rest }: History<State>): History<State> {
	const [next, ...others] = future;
	return next === undefined
		? { past, present, future, ...rest }
		: {
				past: [...past, { state: present, change: next.change }],
				present: next.state,
				future: others,
				changeInProgress: undefined,
			};
}
