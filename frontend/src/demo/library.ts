import { allOf, answerOf, createInterfaceClient, type InterfaceClient } from "../api/client";

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
			answerOf(this.#client.GET("/api/v0/document", { params: { query: { limit: most } } })),
			allOf((query) => this.#client.GET("/api/v0/settings/viewer/profile", { params: { query } })),
			allOf((query) => this.#client.GET("/api/v0/settings/viewer/theme", { params: { query } })),
		]);
		return {
			documents: documents.filter(({ status }) => status !== "failed"),
			profiles: profiles.map(({ name }) => name),
			themes: themes.map(({ name }) => name),
		};
	}

	/** Makes a session on a document, and answers its id. */
	async session(documentId: string): Promise<string> {
		const query = { documentId, duration };
		return (await answerOf(this.#client.POST("/api/v0/session", { params: { query } }))).id;
	}
}
