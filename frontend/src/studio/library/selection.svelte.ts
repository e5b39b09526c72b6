import {
	addPicked,
	countPicked,
	everyPicking,
	isPicked,
	noPicking,
	pickOnly,
	type Picking,
	togglePicked,
} from "../../core/picking";
import type { DocumentList } from "./documents.svelte";

/** What is selected of a list, and where its keyboard stands. */
export class Selection {
	/** The place that the keyboard stands at. */
	active = $state(0);
	#picking: Picking = $state.raw(noPicking);
	/** Where a selection of several began. */
	#anchor = 0;

	constructor(private readonly list: DocumentList) {}

	get count(): number {
		return countPicked(this.#picking, this.list.total ?? 0);
	}

	/** Whether all are selected but those that were taken out. */
	get all(): boolean {
		return this.#picking.all;
	}

	get ids(): ReadonlySet<string> {
		return this.#picking.ids;
	}

	has(id: string): boolean {
		return isPicked(this.#picking, id);
	}

	clear(): void {
		this.#picking = noPicking;
	}

	selectAll(): void {
		this.#picking = everyPicking;
	}

	/** Begins anew with another list. */
	reset(): void {
		this.clear();
		this.active = 0;
		this.#anchor = 0;
	}

	/** Selects the document at a place alone. */
	only(index: number): void {
		const document = this.list.at(index);
		this.active = index;
		this.#anchor = index;
		if (document !== undefined) {
			this.#picking = pickOnly([document.id]);
		}
	}

	/** Selects the document at a place as well, or not any more. */
	toggle(index: number): void {
		const document = this.list.at(index);
		this.active = index;
		this.#anchor = index;
		if (document !== undefined) {
			this.#picking = togglePicked(this.#picking, document.id);
		}
	}

	/** Selects all from where the selection began to a place; with `more` beside what is selected. */
	async extend(index: number, more: boolean): Promise<void> {
		this.active = index;
		const [first, last] = [Math.min(this.#anchor, index), Math.max(this.#anchor, index)];
		const ids = await this.#idsOf(first, last + 1);
		this.#picking = more ? addPicked(this.#picking, ids) : pickOnly(ids);
	}

	/** The ids of what is selected, in the list's order where all are. */
	async collect(): Promise<string[]> {
		if (!this.#picking.all) {
			return [...this.#picking.ids];
		}
		const ids = await this.list.idsOf({ first: 0, end: this.list.total ?? 0 });
		return ids.filter((id) => this.has(id));
	}

	async #idsOf(first: number, end: number): Promise<string[]> {
		const ids: string[] = [];
		for (let index = first; index < end; index++) {
			const document = this.list.at(index);
			if (document === undefined) {
				return this.list.idsOf({ first, end });
			}
			ids.push(document.id);
		}
		return ids;
	}
}
