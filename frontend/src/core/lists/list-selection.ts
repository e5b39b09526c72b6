/**
 * The selection in a list that may be too long to be loaded completely: some items by their ids, or all items
 * except some.
 */
export interface ListSelection {
	readonly all: boolean;
	/** The ids of the selected items; if `all` is set, of those that are not selected. */
	readonly ids: ReadonlySet<string>;
}

/** The empty selection. */
export const emptySelection: ListSelection = { all: false, ids: new Set() };

/** The selection of all items. */
export const fullSelection: ListSelection = { all: true, ids: new Set() };

/** Reports whether an item is selected. */
export function isSelected({ all, ids }: ListSelection, id: string): boolean {
	return ids.has(id) !== all;
}

/** Returns the number of selected items in a list of `total` items. */
export function countSelected({ all, ids }: ListSelection, total: number): number {
	return all ? Math.max(total - ids.size, 0) : ids.size;
}

/** Returns the selection of these items alone. */
export function selectOnly(ids: Iterable<string>): ListSelection {
	return { all: false, ids: new Set(ids) };
}

/** Returns the selection with one item toggled. */
export function toggleSelected(picking: ListSelection, id: string): ListSelection {
	const ids = new Set(picking.ids);
	if (!ids.delete(id)) {
		ids.add(id);
	}
	return { ...picking, ids };
}

/**
 * Returns the selection without items that were removed from the list. If everything was selected, the result is empty.
 */
export function withoutItems({ all, ids }: ListSelection, gone: Iterable<string>): ListSelection {
	const left = new Set(gone);
	return all ? emptySelection : selectOnly([...ids].filter((id) => !left.has(id)));
}

/** Returns the selection with these items added. */
export function withItems(picking: ListSelection, more: Iterable<string>): ListSelection {
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
