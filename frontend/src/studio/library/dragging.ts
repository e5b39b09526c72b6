/** Documents that are dragged within the window: which ones is found out when they are dropped. */
class Dragged {
	#ids: (() => Promise<string[]>) | undefined;
	readonly #type = "application/x-lectern-documents";

	/** Begins a drag of the documents that `ids` gives. */
	set(transfer: DataTransfer, ids: () => Promise<string[]>): void {
		this.#ids = ids;
		transfer.setData(this.#type, "");
		transfer.effectAllowed = "copyMove";
	}

	/** Whether documents are being dragged. */
	in(transfer: DataTransfer | null): boolean {
		return transfer?.types.includes(this.#type) === true;
	}

	/** The documents of the drag that ends. */
	async take(): Promise<string[]> {
		const ids = await this.#ids?.();
		this.#ids = undefined;
		return ids ?? [];
	}
}

/** The one drag that a window can have. */
export const draggedIds = new Dragged();
