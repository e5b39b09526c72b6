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

/** A place of the list, and the document that was there. */
interface Spot {
	readonly index: number;
	readonly id: string | undefined;
}

const top: Spot = { index: 0, id: undefined };

/** What is selected of a list, and where its keyboard stands. */
export class Selection {
	readonly #list: DocumentList;
	#active: Spot = $state.raw(top);
	/** Whether the keyboard stands at a document, and not at the list as a whole. */
	#standing = $state(true);
	#picking: ListSelection = $state.raw(emptySelection);
	/** Where a selection of several began. */
	#anchor: Spot = top;
	/** Grows with what a person selects: an answer that came too late selects nothing. */
	#turn = 0;

	constructor(list: DocumentList) {
		this.#list = list;
	}

	/** The place that the keyboard stands at. */
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

	/** Selects nothing, and takes the keyboard from the document that it stands at: it goes on from there. */
	leaveOff(): void {
		this.clear();
		this.#standing = false;
	}

	selectAll(): void {
		this.#pick(fullSelection);
	}

	/** Begins anew with another list. */
	reset(): void {
		this.clear();
		this.#active = this.#anchor = top;
		this.#standing = true;
	}

	/** Moves the keyboard to a place. */
	stand(index: number): void {
		this.#active = this.#spot(index);
		this.#standing = true;
	}

	/** Selects the document at a place alone. */
	only(index: number): void {
		this.#begin(index);
		const { id } = this.#active;
		if (id !== undefined) {
			this.#pick(selectOnly([id]));
		}
	}

	/** Selects the document that the keyboard stands at, where none is selected. */
	fallBack(): void {
		if (this.count === 0 && this.#standing) {
			this.only(this.active);
		}
	}

	/** Selects the document at a place as well, or not any more. */
	toggle(index: number): void {
		this.#begin(index);
		const { id } = this.#active;
		if (id !== undefined) {
			this.#pick(toggleSelected(this.#picking, id));
		}
	}

	/** Selects all from where the selection began to a place; with `more` beside what is selected. */
	async extend(index: number, more: boolean): Promise<void> {
		this.stand(index);
		const turn = ++this.#turn;
		const { index: anchor } = this.#anchor;
		const ids = await this.#idsOf(Math.min(anchor, index), Math.max(anchor, index) + 1);
		if (turn === this.#turn) {
			this.#pick(more ? withItems(this.#picking, ids) : selectOnly(ids));
		}
	}

	/** Documents are not in the list any more. */
	leave(ids: Iterable<string>): void {
		this.#pick(withoutItems(this.#picking, ids));
	}

	/** Keeps the keyboard at its document where the list has moved. */
	settle(): void {
		const [active, anchor] = untrack(() => [this.#active, this.#anchor]);
		this.#active = this.#moved(active);
		this.#anchor = this.#moved(anchor);
	}

	/** The ids of what is selected, in the list's order where all are. */
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

	/** A spot where its document is now; where that is not at hand, the same place. */
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
