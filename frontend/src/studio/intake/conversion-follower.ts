import { documentsWithIds, type LibraryDocument } from "../../api/library";
import { retryDelay } from "../../core/network/backoff";
import { isTemporary } from "../error-text";
import type { Server } from "../server.svelte";
import { Throttle } from "../throttle";

/** Reports changes of the state of imported documents until they are ready. */
export class ConversionFollower {
	readonly #server: Server;
	readonly #onChange: (id: string, document: LibraryDocument | undefined) => void;
	readonly #followed = new Set<string>();
	/** The documents whose state must be read. */
	readonly #outdated = new Set<string>();
	readonly #read = new Throttle(() => this.#readStates());
	/** The number of consecutive failed requests. */
	#failures = 0;
	/** The timer of the next attempt after a failed request. */
	#timer: number | undefined;

	/**
	 * `onChange` is called when the state of a document may have changed. `document` is undefined if the document is no
	 * longer in the library.
	 */
	constructor(server: Server, onChange: (id: string, document: LibraryDocument | undefined) => void) {
		this.#server = server;
		this.#onChange = onChange;
		server.onChange(({ changes, reset }) => {
			const ids = reset ? this.#followed : changes.map(({ id }) => id);
			this.#request([...ids].filter((id) => this.#followed.has(id)));
		});
	}

	/** Starts following a document. */
	follow(id: string): void {
		this.#followed.add(id);
		this.#request([id]);
	}

	/** Stops following all documents. */
	clear(): void {
		this.#followed.clear();
		this.#outdated.clear();
		this.#failures = 0;
		window.clearTimeout(this.#timer);
	}

	#request(ids: readonly string[]): void {
		for (const id of ids) {
			this.#outdated.add(id);
		}
		if (this.#outdated.size > 0) {
			this.#read.request();
		}
	}

	/** Fetches the states that have changed since they were read. After a temporary error, it tries again after a delay. */
	async #readStates(): Promise<void> {
		window.clearTimeout(this.#timer);
		const ids = [...this.#outdated];
		this.#outdated.clear();
		let documents: readonly LibraryDocument[];
		try {
			documents = await documentsWithIds(this.#server.client, ids, { details: true });
		} catch (error) {
			if (isTemporary(error)) {
				this.#retryLater(ids);
			}
			return;
		}
		this.#failures = 0;
		this.#report(ids, documents);
	}

	/**
	 * Calls `onChange` with the states of the documents `ids`. Stops following documents that are ready, because their
	 * state does not change any more. Documents that are not found are still followed: the user may restore them from
	 * the trash.
	 */
	#report(ids: readonly string[], documents: readonly LibraryDocument[]): void {
		const found = new Map(documents.map((document) => [document.id, document]));
		for (const id of ids.filter((id) => this.#followed.has(id))) {
			const document = found.get(id);
			if (document?.status === "ready") {
				this.#followed.delete(id);
			}
			this.#onChange(id, document);
		}
	}

	/** Reads the states of the documents `ids` again after a delay. */
	#retryLater(ids: readonly string[]): void {
		for (const id of ids.filter((id) => this.#followed.has(id))) {
			this.#outdated.add(id);
		}
		if (this.#outdated.size === 0) {
			return;
		}
		this.#failures++;
		this.#timer = window.setTimeout(
			() => {
				this.#request([]);
			},
			retryDelay(this.#failures, Math.random()),
		);
	}
}
