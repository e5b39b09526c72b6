import { type ApiClient, createApiClient, dataOf, fetchAll } from "../api/client";

/** The documents, profiles and themes that a visitor can choose. */
export interface Choices {
	readonly documents: readonly { readonly id: string; readonly name: string }[];
	readonly profiles: readonly string[];
	readonly themes: readonly string[];
}

/** The maximum number of documents to choose from. Only the newest ones are offered. */
const maxDocuments = 100;

/** The duration of the sessions that this page creates, in minutes. */
const duration = 60;

/** Sends the API requests of the demo. The messages of its errors are sentences for users. */
export class DemoLibrary {
	readonly #client: ApiClient;

	/** `server` is the address of the server, without a trailing slash. The key is not stored; it stays in memory. */
	constructor(server: string, key: string) {
		this.#client = createApiClient(`${server}/api/v0`, key);
	}

	async listChoices(): Promise<Choices> {
		const [documents, profiles, themes] = await Promise.all([
			dataOf(this.#client.GET("/api/v0/document", { params: { query: { limit: maxDocuments } } })),
			fetchAll((query) => this.#client.GET("/api/v0/settings/viewer/profile", { params: { query } })),
			fetchAll((query) => this.#client.GET("/api/v0/settings/viewer/theme", { params: { query } })),
		]);
		return {
			documents: documents.filter(({ status }) => status !== "failed"),
			profiles: profiles.map(({ name }) => name),
			themes: themes.map(({ name }) => name),
		};
	}

	/** Creates a session for a document, and returns its id. */
	async session(documentId: string): Promise<string> {
		const query = { documentId, duration };
		return (await dataOf(this.#client.POST("/api/v0/session", { params: { query } }))).id;
	}
}
