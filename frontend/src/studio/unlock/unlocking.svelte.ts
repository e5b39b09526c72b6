import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { dataOf, messageOf } from "../../api/client";
import type { LibraryDocument } from "../../api/library";
import type { Server } from "../server.svelte";

/** A document whose password is asked for. */
export interface LockedDocument {
	readonly id: string;
	readonly name: string;
}

type Lock = Pick<LibraryDocument, "status" | "reason">;

function isLocked({ status, reason }: Lock): boolean {
	return status === "failed" && (reason === "password-protected" || reason === "wrong-password");
}

/** The attempts at passwords, and the document whose password a dialog asks for. */
class Unlocking {
	/** The document of the dialog; undefined if it is closed. */
	asked: LockedDocument | undefined = $state.raw();
	/** The id of the document whose form was removed during an attempt, and lost the focus by that. */
	lostFocus: string | undefined;
	/** The ids of documents whose passwords are being tried. */
	readonly #attempts = new SvelteSet<string>();
	/** The messages about wrong passwords, by the ids of their documents. */
	readonly #wrong = new SvelteMap<string, string>();

	/**
	 * Reports whether a document needs a password. It does during an attempt, and after a wrong one also in a list that
	 * has not been read again, so that the form stays until the outcome is shown.
	 */
	needsPassword(document: Lock & Pick<LibraryDocument, "id">): boolean {
		const { id, status } = document;
		return isLocked(document) || this.#attempts.has(id) || (status === "processing" && this.#wrong.has(id));
	}

	/** Reports whether a document that a list shows as being converted may need its password again. */
	isPending(id: string | undefined): boolean {
		return id !== undefined && (this.#attempts.has(id) || this.#wrong.has(id));
	}

	/** Returns the message about the latest password of a document, if it was wrong. */
	wrongMessage(id: string): string | undefined {
		return this.#wrong.get(id);
	}

	/** Opens a dialog that asks for the password of a document. */
	ask({ id, name }: LockedDocument): void {
		this.asked = { id, name };
	}

	/**
	 * Tries a password, and waits until the document is converted. Reports whether the password is right. Throws a
	 * ServerError if the attempt fails.
	 */
	async tryPassword(server: Server, id: string, password: string): Promise<boolean> {
		this.#attempts.add(id);
		this.#wrong.delete(id);
		try {
			await server.fetch(`/document/${encodeURIComponent(id)}/retry`, {
				method: "POST",
				headers: { "Document-Password": password },
			});
			const document = await awaitOutcome(server, id);
			if (!isLocked(document)) {
				return true;
			}
			this.#wrong.set(id, messageOf(document) ?? "");
			return false;
		} finally {
			this.#attempts.delete(id);
		}
	}
}

/** The one service of the window. */
export const unlocking = new Unlocking();

/** Waits until a document is not being converted any more, or until its first page shows that the password is right. */
function awaitOutcome(server: Server, id: string): Promise<LibraryDocument> {
	return new Promise((resolve, reject) => {
		const check = async () => {
			const params = { path: { id }, query: { details: true } };
			const document = await dataOf(server.client.GET("/api/v0/document/{id}", { params }));
			if (document.status !== "processing" || document.viewable) {
				stop();
				resolve(document);
			}
		};
		const checkOrFail = () => {
			check().catch((error: unknown) => {
				stop();
				reject(error instanceof Error ? error : new Error(String(error)));
			});
		};
		const stop = server.onChange(({ changes, reset }) => {
			if (reset || changes.some((change) => change.topic === "document" && change.id === id)) {
				checkOrFail();
			}
		});
		checkOrFail();
	});
}
