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

/** Reports whether the conversion of a document failed because it needs a password, or the password was wrong. */
export function isLocked({ status, reason }: Lock): boolean {
	return status === "failed" && (reason === "password-protected" || reason === "wrong-password");
}

/**
 * The state of unlocking documents: the passwords that are being tried, the passwords that were wrong, and the open
 * dialog.
 */
class Unlocking {
	/** The document whose password the dialog asks for; undefined if the dialog is closed. */
	dialogDocument: LockedDocument | undefined = $state.raw();
	/**
	 * The id of a document whose form was removed from the DOM while its password was being tried, so that the form
	 * lost the focus. The next form for this document takes the focus again.
	 */
	lostFocus: string | undefined;
	/** The ids of the documents whose passwords are being tried. */
	readonly #attempts = new SvelteSet<string>();
	/** The messages about wrong passwords, by the ids of the documents. */
	readonly #wrongMessages = new SvelteMap<string, string>();

	/**
	 * Reports whether the form for the password of a document must be shown. The form stays while a password is being
	 * tried. After a wrong password, it also stays as long as the list of documents still shows the document as being
	 * converted.
	 */
	needsPassword(document: Lock & Pick<LibraryDocument, "id">): boolean {
		const { id, status } = document;
		return (
			isLocked(document) || this.#attempts.has(id) || (status === "processing" && this.#wrongMessages.has(id))
		);
	}

	/**
	 * Reports whether a document may need a password although a list shows it as being converted: its password is being
	 * tried, or was wrong.
	 */
	isPending(id: string | undefined): boolean {
		return id !== undefined && (this.#attempts.has(id) || this.#wrongMessages.has(id));
	}

	/** Returns the message about the latest password of a document, if it was wrong. */
	wrongMessage(id: string): string | undefined {
		return this.#wrongMessages.get(id);
	}

	/** Opens a dialog that asks for the password of a document. */
	ask({ id, name }: LockedDocument): void {
		this.dialogDocument = { id, name };
	}

	/**
	 * Tries a password, and waits for the outcome. Returns whether the password is right. Throws a ServerError if the
	 * password could not be tried.
	 */
	async tryPassword(server: Server, id: string, password: string): Promise<boolean> {
		this.#attempts.add(id);
		this.#wrongMessages.delete(id);
		try {
			await server.fetch(`/document/${encodeURIComponent(id)}/retry`, {
				method: "POST",
				headers: { "Document-Password": password },
			});
			const document = await awaitOutcome(server, id);
			if (!isLocked(document)) {
				return true;
			}
			this.#wrongMessages.set(id, messageOf(document) ?? "");
			return false;
		} finally {
			this.#attempts.delete(id);
		}
	}
}

/** The state of unlocking documents in this window. */
export const unlocking = new Unlocking();

/**
 * Waits until the conversion of a document has ended, or its first pages can be viewed, which means that the password
 * is right.
 */
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
