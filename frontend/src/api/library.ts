import type { components } from "./schema.gen";

/** A document of the library, as the API lists it. */
export type LibraryDocument = components["schemas"]["Document"];

/** The API's part that the window needs. */
export class LibraryClient {
	/** `apiBase` ends without a slash. */
	constructor(
		private readonly apiBase: string,
		private readonly key: string,
	) {}

	/** All documents, newest first. Throws an Error that says in a person's words why there are none. */
	async list(signal: AbortSignal): Promise<LibraryDocument[]> {
		const answer = await fetch(`${this.apiBase}/document`, { headers: { Authorization: this.key }, signal });
		if (!answer.ok) {
			throw new Error(`The server answered ${answer.status}.`);
		}
		return (await answer.json()) as LibraryDocument[];
	}
}
