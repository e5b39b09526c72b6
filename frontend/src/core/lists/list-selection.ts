/**
 * The selection in a list that may be too long to be loaded completely: some items by their ids, or all items
 * except some.
 */
export interface ListSelection {
	readonly all: boolean;
	/** The ids of the selected items. If `all` is set, these are instead the ids of the items that are not selected. */
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
export function selectionOf(ids: Iterable<string>): ListSelection {
	return { all: false, ids: new Set(ids) };
}

/** Returns the selection with one item toggled. */
export function toggleSelected(selection: ListSelection, id: string): ListSelection {
	const ids = new Set(selection.ids);
	if (!ids.delete(id)) {
		ids.add(id);
	}
	return { ...selection, ids };
}

/** Returns the selection without items that were removed from the list. If `all` was set, the result is empty. */
export function withoutItems({ all, ids }: ListSelection, removed: Iterable<string>): ListSelection {
	const removedIds = new Set(removed);
	return all ? emptySelection : selectionOf([...ids].filter((id) => !removedIds.has(id)));
}

/** Returns the selection with these items added. */
export function withItems(selection: ListSelection, added: Iterable<string>): ListSelection {
	const ids = new Set(selection.ids);
	for (const id of added) {
		if (selection.all) {
			ids.delete(id);
		} else {
			ids.add(id);
		}
	}
	return { ...selection, ids };
}
