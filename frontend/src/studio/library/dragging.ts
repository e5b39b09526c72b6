/** Documents that are dragged within the window: which ones is found out when they are dropped. */
class Dragged {
	#ids: (() => Promise<string[]>) | undefined;
	readonly #type = "application/x-lectern-documents";

	/** Begins a drag of the documents that `ids` gives, and of a file of this machine to other programs. */
	set(transfer: DataTransfer, ids: () => Promise<string[]>, path?: string): void {
		this.#ids = ids;
		transfer.setData(this.#type, "");
		if (path !== undefined) {
			transfer.setData("text/uri-list", addressOf(path));
		}
		transfer.effectAllowed = "copy";
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

/** The address of a file of this machine; a path that is not UTF-8 comes as one. */
function addressOf(path: string): string {
	return path.startsWith("file:") ? path : `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The one drag that a window can have. */
export const draggedIds = new Dragged();
