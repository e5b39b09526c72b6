/** A drag of documents within the window. The ids of the documents are determined only when they are dropped. */
class DocumentDrag {
	#ids: (() => Promise<string[]>) | undefined;
	readonly #type = "application/x-lectern-documents";

	/**
	 * Starts a drag. `ids` returns the ids of the documents. If the documents are dropped onto another program, that
	 * program receives the file at `path`.
	 */
	start(transfer: DataTransfer, ids: () => Promise<string[]>, path?: string): void {
		this.#ids = ids;
		transfer.setData(this.#type, "");
		if (path !== undefined) {
			transfer.setData("text/uri-list", addressOf(path));
		}
		transfer.effectAllowed = "copy";
	}

	/** Reports whether a drag contains documents of the library. */
	isActive(transfer: DataTransfer | null): boolean {
		return transfer?.types.includes(this.#type) === true;
	}

	/** Ends the drag, and returns the ids of the documents. */
	async takeIds(): Promise<string[]> {
		const ids = await this.#ids?.();
		this.#ids = undefined;
		return ids ?? [];
	}
}

/** Returns the `file:` URL of a path. A path that is not valid UTF-8 is already such a URL. */
function addressOf(path: string): string {
	return path.startsWith("file:") ? path : `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The current drag. A window can have only one at a time. */
export const documentDrag = new DocumentDrag();
