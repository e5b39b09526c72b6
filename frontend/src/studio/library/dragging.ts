/** Documents being dragged within the window. Their ids are determined when they are dropped. */
class DocumentDrag {
	#ids: (() => Promise<string[]>) | undefined;
	readonly #type = "application/x-lectern-documents";

	/** Starts a drag of the documents whose ids `ids` returns. Other programs receive the file at `path`. */
	start(transfer: DataTransfer, ids: () => Promise<string[]>, path?: string): void {
		this.#ids = ids;
		transfer.setData(this.#type, "");
		if (path !== undefined) {
			transfer.setData("text/uri-list", addressOf(path));
		}
		transfer.effectAllowed = "copy";
	}

	/** Reports whether documents are being dragged. */
	isActive(transfer: DataTransfer | null): boolean {
		return transfer?.types.includes(this.#type) === true;
	}

	/** Returns the ids of the documents when the drag ends. */
	async takeIds(): Promise<string[]> {
		const ids = await this.#ids?.();
		this.#ids = undefined;
		return ids ?? [];
	}
}

/** Returns the file address of a path. A path that is not valid UTF-8 is already an address. */
function addressOf(path: string): string {
	return path.startsWith("file:") ? path : `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The current drag. A window can have only one. */
export const documentDrag = new DocumentDrag();
