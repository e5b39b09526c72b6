import { createInterfaceClient, type InterfaceClient } from "../api/client";

/** What a visitor can choose from. */
export interface Offer {
	readonly documents: readonly { readonly id: string; readonly name: string }[];
	readonly profiles: readonly string[];
	readonly themes: readonly string[];
}

/** How many documents are offered, the newest. */
const most = 100;

/** Minutes that a session of this page is good for. */
const duration = 60;

/** The part of the interface that the demo needs. Errors are sentences. */
export class DemoLibrary {
	readonly #client: InterfaceClient;

	/** `server` ends without a slash; the key stays in memory. */
	constructor(server: string, key: string) {
		this.#client = createInterfaceClient(`${server}/api/v0`, key);
	}

	async offer(): Promise<Offer> {
		const [documents, profiles, themes] = await Promise.all([
			this.#client.GET("/api/v0/document", { params: { query: { limit: most } } }),
			this.#client.GET("/api/v0/settings/viewer/profile"),
			this.#client.GET("/api/v0/settings/viewer/theme"),
		]);
		return {
			documents: dataOf(documents).filter(({ status }) => status !== "failed"),
			profiles: (dataOf(profiles) ?? []).map(({ name }) => name),
			themes: (dataOf(themes) ?? []).map(({ name }) => name),
		};
	}

	/** Makes a session on a document, and answers its id. */
	async session(documentId: string): Promise<string> {
		return dataOf(await this.#client.POST("/api/v0/session", { params: { query: { documentId, duration } } }))
			.id;
	}
}

/** The data of an answer. Throws an Error that says in a person's words why there is none. */
function dataOf<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
	if (data === undefined) {
		const { message } = (typeof error === "object" && error !== null ? error : {}) as { message?: unknown };
		throw new Error(typeof message === "string" ? message : `The server answered ${response.status}.`);
	}
	return data;
}
