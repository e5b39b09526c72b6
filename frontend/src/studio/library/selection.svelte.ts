import { untrack } from "svelte";
import {
	countSelected,
	emptySelection,
	fullSelection,
	isSelected,
	type ListSelection,
	selectionOf,
	toggleSelected,
	withItems,
	withoutItems,
} from "../../core/lists/list-selection";
import type { DocumentList } from "./documents.svelte";

/** An index in the list, and the id of the document at this index when it was recorded. */
interface ListPosition {
	readonly index: number;
	readonly id: string | undefined;
}

const startPosition: ListPosition = { index: 0, id: undefined };

/** The selected documents of a list, and the document with the keyboard focus. */
export class Selection {
	readonly #list: DocumentList;
	#active: ListPosition = $state.raw(startPosition);
	/** Whether a document has the focus. If not, the list as a whole has it. */
	#hasActive = $state(true);
	#selection: ListSelection = $state.raw(emptySelection);
	/** The end of a range selection that stays when the range is extended. */
	#anchor: ListPosition = startPosition;
	/**
	 * Increases with each action of the user, so that a late response to the request of an earlier action does not
	 * change the selection.
	 */
	#actionCount = 0;

	constructor(list: DocumentList) {
		this.#list = list;
	}

	/** The index of the focused document. */
	get active(): number {
		return this.#active.index;
	}

	get hasActive(): boolean {
		return this.#hasActive;
	}

	get count(): number {
		return countSelected(this.#selection, this.#list.total ?? 0);
	}

	/** The ids of the selected documents; undefined after `selectAll`, even if documents were deselected since. */
	get ids(): ReadonlySet<string> | undefined {
		return this.#selection.all ? undefined : this.#selection.ids;
	}

	isSelected(id: string): boolean {
		return isSelected(this.#selection, id);
	}

	clear(): void {
		this.#setSelection(emptySelection);
	}

	/** Clears the selection and the focus. The next navigation key still starts from the index that had the focus. */
	clearWithFocus(): void {
		this.clear();
		this.#hasActive = false;
	}

	selectAll(): void {
		this.#setSelection(fullSelection);
	}

	/** Resets the selection for another list. */
	reset(): void {
		this.clear();
		this.#active = this.#anchor = startPosition;
		this.#hasActive = true;
	}

	/** Moves the focus to an index. */
	setFocus(index: number): void {
		this.#active = this.#positionAt(index);
		this.#hasActive = true;
	}

	/** Selects only the document at an index. */
	selectOnly(index: number): void {
		this.#setActive(index);
		const { id } = this.#active;
		if (id !== undefined) {
			this.#setSelection(selectionOf([id]));
		}
	}

	/** Selects the focused document if no document is selected. */
	selectActive(): void {
		if (this.count === 0 && this.#hasActive) {
			this.selectOnly(this.active);
		}
	}

	/** Toggles the selection of the document at an index. */
	toggle(index: number): void {
		this.#setActive(index);
		const { id } = this.#active;
		if (id !== undefined) {
			this.#setSelection(toggleSelected(this.#selection, id));
		}
	}

	/**
	 * Selects the range from the fixed end to an index. If `additive` is set, previously selected documents stay
	 * selected.
	 */
	async extendTo(index: number, additive: boolean): Promise<void> {
		this.setFocus(index);
		const action = ++this.#actionCount;
		const { index: anchor } = this.#anchor;
		const ids = await this.#idsOf(Math.min(anchor, index), Math.max(anchor, index) + 1);
		if (action === this.#actionCount) {
			this.#setSelection(additive ? withItems(this.#selection, ids) : selectionOf(ids));
		}
	}

	/** Deselects documents that are no longer in the list. */
	removeItems(ids: Iterable<string>): void {
		this.#setSelection(withoutItems(this.#selection, ids));
	}

	/** Updates the indexes after the list has changed, so that the same document keeps the focus. */
	updateIndexes(): void {
		const [active, anchor] = untrack(() => [this.#active, this.#anchor]);
		this.#active = this.#currentPosition(active);
		this.#anchor = this.#currentPosition(anchor);
	}

	/**
	 * Returns the ids of the selected documents. After `selectAll`, they are read from the server, and are in the order
	 * of the list.
	 */
	async selectedIds(): Promise<string[]> {
		const selection = this.#selection;
		if (!selection.all) {
			return [...selection.ids];
		}
		const ids = await this.#list.idsOf({ first: 0, end: this.#list.total ?? 0 });
		return ids.filter((id) => isSelected(selection, id));
	}

	#setSelection(selection: ListSelection): void {
		this.#actionCount++;
		this.#selection = selection;
	}

	#setActive(index: number): void {
		this.setFocus(index);
		this.#anchor = this.#active;
	}

	#positionAt(index: number): ListPosition {
		return { index, id: this.#list.at(index)?.id };
	}

	/**
	 * Updates a position after the list has changed. Returns the new position of its document. If that document is no
	 * longer in the list, returns the position of the document that is now at its index.
	 */
	#currentPosition(position: ListPosition): ListPosition {
		const { index, id } = position;
		if (id === undefined || this.#list.at(index)?.id === id) {
			return position;
		}
		const newIndex = this.#list.indexOf(id);
		if (newIndex !== undefined) {
			return { index: newIndex, id };
		}
		const last = Math.max((this.#list.total ?? 1) - 1, 0);
		return this.#positionAt(Math.min(index, last));
	}

	async #idsOf(first: number, end: number): Promise<string[]> {
		const ids: string[] = [];
		for (let index = first; index < end; index++) {
			const document = this.#list.at(index);
			if (document === undefined) {
				return this.#list.idsOf({ first, end });
			}
			ids.push(document.id);
		}
		return ids;
	}
}
