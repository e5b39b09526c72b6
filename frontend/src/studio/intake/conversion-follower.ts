import { dataOf } from "../../api/client";
import type { LibraryDocument } from "../../api/library";
import type { Server } from "../server.svelte";
import { Throttle } from "../throttle";

/** The number of documents that one request can name. */
const maxIds = 200;

/** Follows the conversion of documents. */
export class ConversionFollower {
	readonly #server: Server;
	readonly #onChange: (id: string, document: LibraryDocument | undefined) => void;
	readonly #followed = new Set<string>();
	/** The documents whose state must be read. */
	readonly #outdated = new Set<string>();
	readonly #read = new Throttle(() => this.#readStates());

	/** `onChange` is called with a document whose state may have changed; undefined if it is not in the library any more. */
	constructor(server: Server, onChange: (id: string, document: LibraryDocument | undefined) => void) {
		this.#server = server;
		this.#onChange = onChange;
		server.onChange(({ changes, reset }) => {
			const ids = reset ? this.#followed : changes.map(({ id }) => id);
			this.#request([...ids].filter((id) => this.#followed.has(id)));
		});
	}

	/** Follows a document from now on. */
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

	/** Reads the outdated states. After an error, the next change or the next connection requests them again. */
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
