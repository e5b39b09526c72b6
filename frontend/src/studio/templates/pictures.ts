import { dataOf } from "../../api/client";
import type { Params } from "../../core/params/params";
import type { Server } from "../server.svelte";

/** The maximum number of concurrent requests. It is low, because each picture requires a conversion on the server. */
const maxParallel = 2;
/** The resolution of pictures in a list, in pixels per point. */
const scale = 0.5;

/**
 * Pictures of templates. A picture shows the first page of a version of a template, filled with its first stored
 * parameters or, if there are none, with sample data. The latest request is served first.
 */
export class Pictures {
	readonly #server: Server;
	readonly #cache = new Map<string, Promise<string | undefined>>();
	readonly #queue: (() => Promise<void>)[] = [];
	readonly #deleted = new Set<string>();
	#running = 0;

	constructor(server: Server) {
		this.#server = server;
	}

	/** Returns the URL of a picture; undefined if it cannot be created. */
	load(id: string, version: number): Promise<string | undefined> {
		const key = `${id}:${version}`;
		let found = this.#cache.get(key);
		if (found === undefined) {
			found = new Promise((resolve) => {
				this.#queue.push(async () => {
					resolve(await this.#load(id, version));
				});
			});
			this.#cache.set(key, found);
			this.#startNext();
		}
		return found;
	}

	/** Cancels the requests for a template that is about to be deleted. */
	forget(id: string): void {
		this.#deleted.add(id);
	}

	#startNext(): void {
		while (this.#running < maxParallel) {
			const load = this.#queue.pop();
			if (load === undefined) {
				return;
			}
			this.#running++;
			void load().finally(() => {
				this.#running--;
				this.#startNext();
			});
		}
	}

	/**
	 * Returns the first stored parameters of a template; undefined if there are none, or if the user may not read
	 * them.
	 */
	async #firstSet(id: string): Promise<Params | undefined> {
		const { client } = this.#server;
		try {
			const [first] = await dataOf(client.GET("/v1/template/{id}/data", { params: { path: { id } } }));
			if (first === undefined) {
				return undefined;
			}
			const path = { id, name: first.name };
			return (await dataOf(client.GET("/v1/template/{id}/data/{name}", { params: { path } })))
				.params as Params;
		} catch {
			return undefined;
		}
	}

	async #load(id: string, version: number): Promise<string | undefined> {
		try {
			const params = this.#deleted.has(id) ? undefined : await this.#firstSet(id);
			if (this.#deleted.has(id)) {
				return undefined; // the template was deleted, possibly while its parameters were loading
			}
			const { pages } = await dataOf(
				this.#server.client.POST("/v1/template/{id}/preview", {
					params: { path: { id }, query: { version } },
					body: { scale, ...(params === undefined ? {} : { params }) },
				}),
			);
			return pages[0] && `data:image/png;base64,${pages[0].png}`;
		} catch {
			return undefined; // an icon is shown instead
		}
	}
}

const picturesByServer = new WeakMap<Server, Pictures>();

/** Returns the pictures of a server's templates. */
export function picturesOf(server: Server): Pictures {
	let found = picturesByServer.get(server);
	if (found === undefined) {
		found = new Pictures(server);
		picturesByServer.set(server, found);
	}
	return found;
}
