/**
 * What is selected of a list that may be too long to have all of it at hand: some, by their ids, or
 * all that the list has but some.
 */
export interface Picking {
	readonly all: boolean;
	/** Those that are selected; where all are, those that are not. */
	readonly ids: ReadonlySet<string>;
}

/** Nothing is selected. */
export const noPicking: Picking = { all: false, ids: new Set() };

/** Everything is selected. */
export const everyPicking: Picking = { all: true, ids: new Set() };

/** Whether one is selected. */
export function isPicked({ all, ids }: Picking, id: string): boolean {
	return ids.has(id) !== all;
}

/** How many are selected of a list of `total`. */
export function countPicked({ all, ids }: Picking, total: number): number {
	return all ? Math.max(total - ids.size, 0) : ids.size;
}

/** These alone. */
export function pickOnly(ids: Iterable<string>): Picking {
	return { all: false, ids: new Set(ids) };
}

/** The other way round for one. */
export function togglePicked(picking: Picking, id: string): Picking {
	const ids = new Set(picking.ids);
	if (!ids.delete(id)) {
		ids.add(id);
	}
	return { ...picking, ids };
}

/** Without some that the list does not have any more; where all were, there is nothing left. */
export function leavePicked({ all, ids }: Picking, gone: Iterable<string>): Picking {
	const left = new Set(gone);
	return all ? noPicking : pickOnly([...ids].filter((id) => !left.has(id)));
}

/** These as well. */
export function addPicked(picking: Picking, more: Iterable<string>): Picking {
	const ids = new Set(picking.ids);
	for (const id of more) {
		if (picking.all) {
			ids.delete(id);
		} else {
			ids.add(id);
		}
	}
	return { ...picking, ids };
}
