import { untrack } from "svelte";
import {
	withItems,
	countSelected,
	fullSelection,
	isSelected,
	withoutItems,
	emptySelection,
	selectOnly,
	type ListSelection,
	toggleSelected,
} from "../../core/lists/list-selection";
import type { DocumentList } from "./documents.svelte";

/** An index of the list, and the id of the document that was there. */
interface Spot {
	readonly index: number;
	readonly id: string | undefined;
}

const top: Spot = { index: 0, id: undefined };

/** The selection in a list, and its focused item. */
export class Selection {
	readonly #list: DocumentList;
	#active: Spot = $state.raw(top);
	/** Whether a document has the keyboard focus, not the list as a whole. */
	#standing = $state(true);
	#picking: ListSelection = $state.raw(emptySelection);
	/** The start of a range selection. */
	#anchor: Spot = top;
	/** Increases with each action of the user, so that late responses do not change the selection. */
	#turn = 0;

	constructor(list: DocumentList) {
		this.#list = list;
	}

	/** The focused index. */
	get active(): number {
		return this.#active.index;
	}

	get standing(): boolean {
		return this.#standing;
	}

	get count(): number {
		return countSelected(this.#picking, this.#list.total ?? 0);
	}

	has(id: string): boolean {
		return isSelected(this.#picking, id);
	}

	clear(): void {
		this.#pick(emptySelection);
	}

	/** Clears the selection and the focus. The keyboard continues from the same place. */
	leaveOff(): void {
		this.clear();
		this.#standing = false;
	}

	selectAll(): void {
		this.#pick(fullSelection);
	}

	/** Resets the selection for another list. */
	reset(): void {
		this.clear();
		this.#active = this.#anchor = top;
		this.#standing = true;
	}

	/** Moves the focus to an index. */
	stand(index: number): void {
		this.#active = this.#spot(index);
		this.#standing = true;
	}

	/** Selects only the document at an index. */
	only(index: number): void {
		this.#begin(index);
		const { id } = this.#active;
		if (id !== undefined) {
			this.#pick(selectOnly([id]));
		}
	}

	/** Selects the focused document if none is selected. */
	fallBack(): void {
		if (this.count === 0 && this.#standing) {
			this.only(this.active);
		}
	}

	/** Toggles the selection of the document at an index. */
	toggle(index: number): void {
		this.#begin(index);
		const { id } = this.#active;
		if (id !== undefined) {
			this.#pick(toggleSelected(this.#picking, id));
		}
	}

	/**
	 * Selects the range from the start of the selection to an index; with `more`, in addition to the current selection.
	 */
	async extend(index: number, more: boolean): Promise<void> {
		this.stand(index);
		const turn = ++this.#turn;
		const { index: anchor } = this.#anchor;
		const ids = await this.#idsOf(Math.min(anchor, index), Math.max(anchor, index) + 1);
		if (turn === this.#turn) {
			this.#pick(more ? withItems(this.#picking, ids) : selectOnly(ids));
		}
	}

	/** Removes documents that are no longer in the list. */
	leave(ids: Iterable<string>): void {
		this.#pick(withoutItems(this.#picking, ids));
	}

	/** Keeps the focus on its document after the list has changed. */
	settle(): void {
		const [active, anchor] = untrack(() => [this.#active, this.#anchor]);
		this.#active = this.#moved(active);
		this.#anchor = this.#moved(anchor);
	}

	/** Returns the ids of the selected documents; in the list's order if all are selected. */
	async collect(): Promise<string[]> {
		const picking = this.#picking;
		if (!picking.all) {
			return [...picking.ids];
		}
		const ids = await this.#list.idsOf({ first: 0, end: this.#list.total ?? 0 });
		return ids.filter((id) => isSelected(picking, id));
	}

	#pick(picking: ListSelection): void {
		this.#turn++;
		this.#picking = picking;
	}

	#begin(index: number): void {
		this.stand(index);
		this.#anchor = this.#active;
	}

	#spot(index: number): Spot {
		return { index, id: this.#list.at(index)?.id };
	}

	/** Returns a spot with the current index of its document; unchanged if the document is not loaded. */
	#moved(spot: Spot): Spot {
		const { index, id } = spot;
		if (id === undefined || this.#list.at(index)?.id === id) {
			return spot;
		}
		const now = this.#list.placeOf(id);
		if (now !== undefined) {
			return { index: now, id };
		}
		const last = Math.max((this.#list.total ?? 1) - 1, 0);
		return this.#spot(Math.min(index, last));
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
