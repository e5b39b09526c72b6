import { answerOf } from "../../api/client";
import type { Params } from "../../core/params/params";
import type { Server } from "../server.svelte";

/** The number of concurrent requests, because each picture needs a conversion. */
const atATime = 2;
/** The resolution of pictures in a list, in pixels per point. */
const scale = 0.5;

/**
 * Pictures of templates, filled with their first sets of parameters or with sample data, by template and version. The
 * latest request is served first.
 */
export class Pictures {
	readonly #server: Server;
	readonly #kept = new Map<string, Promise<string | undefined>>();
	readonly #queue: (() => Promise<void>)[] = [];
	readonly #gone = new Set<string>();
	#running = 0;

	constructor(server: Server) {
		this.#server = server;
	}

	/** Returns the address of a picture; undefined if none can be made. */
	find(id: string, version: number): Promise<string | undefined> {
		const key = `${id}:${version}`;
		let found = this.#kept.get(key);
		if (found === undefined) {
			found = new Promise((resolve) => {
				this.#queue.push(async () => {
					resolve(await this.#load(id, version));
				});
			});
			this.#kept.set(key, found);
			this.#next();
		}
		return found;
	}

	/** Cancels the requests for a template that will be deleted. */
	forget(id: string): void {
		this.#gone.add(id);
	}

	#next(): void {
		while (this.#running < atATime) {
			const load = this.#queue.pop();
			if (load === undefined) {
				return;
			}
			this.#running++;
			void load().finally(() => {
				this.#running--;
				this.#next();
			});
		}
	}

	/** Returns the parameters of a template's first set; undefined if there is none, or it may not be read. */
	async #firstSet(id: string): Promise<Params | undefined> {
		const { client } = this.#server;
		try {
			const [first] = await answerOf(client.GET("/v1/template/{id}/data", { params: { path: { id } } }));
			if (first === undefined) {
				return undefined;
			}
			const path = { id, name: first.name };
			return (await answerOf(client.GET("/v1/template/{id}/data/{name}", { params: { path } })))
				.params as Params;
		} catch {
			return undefined;
		}
	}

	async #load(id: string, version: number): Promise<string | undefined> {
		try {
			const params = this.#gone.has(id) ? undefined : await this.#firstSet(id);
			if (this.#gone.has(id)) {
				return undefined; // also where it went meanwhile
			}
			const { pages } = await answerOf(
				this.#server.client.POST("/v1/template/{id}/preview", {
					params: { path: { id }, query: { version } },
					body: { scale, ...(params === undefined ? {} : { params }) },
				}),
			);
			return pages[0] && `data:image/png;base64,${pages[0].png}`;
		} catch {
			return undefined; // a sign stands in for it
		}
	}
}

const all = new WeakMap<Server, Pictures>();

/** Returns the pictures of a server's templates. */
export function picturesOf(server: Server): Pictures {
	let found = all.get(server);
	if (found === undefined) {
		found = new Pictures(server);
		all.set(server, found);
	}
	return found;
}
