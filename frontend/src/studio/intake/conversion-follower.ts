import { dataOf } from "../../api/client";
import type { LibraryDocument } from "../../api/library";
import type { Server } from "../server.svelte";
import { Throttle } from "../throttle";

/** The maximum number of documents per request. */
const maxIds = 200;

/** Reports changes of the state of imported documents. */
export class ConversionFollower {
	readonly #server: Server;
	readonly #onChange: (id: string, document: LibraryDocument | undefined) => void;
	readonly #followed = new Set<string>();
	/** The documents whose state must be read. */
	readonly #outdated = new Set<string>();
	readonly #read = new Throttle(() => this.#readStates());

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
	}

	#request(ids: readonly string[]): void {
		for (const id of ids) {
			this.#outdated.add(id);
		}
		if (this.#outdated.size > 0) {
			this.#read.request();
		}
	}

	/**
	 * Reads the outdated states. If that fails, they are read again after the next change of the document, or when the
	 * connection to the server has been restored.
	 */
	async #readStates(): Promise<void> {
		const id = [...this.#outdated].slice(0, maxIds);
		for (const one of id) {
			this.#outdated.delete(one);
		}
		if (id.length === 0) {
			return;
		}
		const params = { query: { id, limit: maxIds, details: true } };
		const documents = await dataOf(this.#server.client.GET("/api/v0/document", { params })).catch(
			() => undefined,
		);
		if (documents !== undefined) {
			const found = new Map(documents.map((document) => [document.id, document]));
			for (const one of id.filter((followed) => this.#followed.has(followed))) {
				this.#onChange(one, found.get(one));
			}
		}
		this.#request([]);
	}
}
