import type { LibraryDocument, ListQuery } from "../../api/library";
import { type Column, usedColumns } from "./list-columns";

/** The optional columns that the list shows. Once a column is shown, it stays until another list is shown. */
export class ShownColumns {
	all: ReadonlySet<Column> = $state.raw(new Set());
	#all: ReadonlySet<Column> = new Set();
	#query: ListQuery | undefined;

	/**
	 * Adds the columns for which a visible document has a value. In `visible`, documents that are not loaded are
	 * undefined.
	 */
	update(query: ListQuery, visible: readonly (LibraryDocument | undefined)[]): void {
		const documents = visible.filter((document) => document !== undefined);
		if (documents.length === 0) {
			return; // the previous columns stay until the new list has arrived
		}
		const kept = query === this.#query ? this.#all : [];
		this.#query = query;
		this.#all = this.all = new Set([...kept, ...usedColumns(documents)]);
	}
}
