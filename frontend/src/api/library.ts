import { createInterfaceClient, type InterfaceClient } from "./client";
import type { components } from "./schema.gen";

/** A document of the library, as the API lists it. */
export type LibraryDocument = components["schemas"]["Document"];

/** The API's part that the window needs. */
export class LibraryClient {
	readonly #client: InterfaceClient;

	/** `apiBase` ends without a slash. */
	constructor(apiBase: string, key: string) {
		this.#client = createInterfaceClient(apiBase, key);
	}

	/** All documents, newest first. Throws an Error that says in a person's words why there are none. */
	async list(signal: AbortSignal): Promise<LibraryDocument[]> {
		const { data, error, response } = await this.#client.GET("/api/v0/document", { signal });
		if (data === undefined) {
			throw new Error(sentenceOf(error) ?? `The server answered ${response.status}.`);
		}
		return data;
	}
}

/** The sentence of a problem; undefined of an answer that is none, of a proxy for one. */
function sentenceOf(error: components["schemas"]["Problem"] | undefined): string | undefined {
	return typeof error === "object" ? error.message : undefined;
}
