import { awaitNetwork, dataOf } from "../../api/client";
import type { Batch, LibraryDocument } from "../../api/library";
import { saveBlob, saveResponse } from "../save-file";
import { showError, showErrorsOf, type Studio } from "../studio.svelte";
import { showTrashedToast } from "../trashed-toast";
import { changeWithProgress } from "./batch-changes";
import type { DocumentList } from "./documents.svelte";

/** The documents that an action applies to, given by their ids or by the query of a list, and their number. */
export interface ActionTarget {
	readonly selector: Pick<Batch, "ids" | "query">;
	readonly count: number;
}

/** The actions on documents. They show messages about their results. */
export class DocumentActions {
	readonly #studio: Studio;
	readonly #list: DocumentList;
	/** Called after each batch action. */
	readonly #onDone: (batch: Batch) => void;
	/** Restores the documents that were moved to the trash last; undefined if there is nothing to undo. */
	#undo: (() => void) | undefined;

	constructor(studio: Studio, list: DocumentList, onDone: (batch: Batch) => void) {
		this.#studio = studio;
		this.#list = list;
		this.#onDone = onDone;
	}

	open({ id, name }: LibraryDocument): void {
		this.#studio.navigation.open({ id, name });
	}

	/** Opens a document for printing. The viewer asks the user for the pages to print. */
	print({ id, name }: LibraryDocument): void {
		this.#studio.navigation.open({ id, name }, { print: true });
	}

	async setFavorite(ids: readonly string[], favorite: boolean): Promise<void> {
		this.#list.applyChange(new Set(ids), { favorite });
		await this.#change({ action: favorite ? "favorite" : "unfavorite", ids: [...ids] });
	}

	async trash(ids: readonly string[]): Promise<void> {
		const changed = await this.#change({ action: "trash", ids: [...ids] });
		if (changed === 0) {
			return;
		}
		this.#undo = showTrashedToast(this.#studio, changed, () => {
			this.#undo = undefined;
			void this.restore(ids);
		});
	}

	/** Restores the documents that were moved to the trash last. */
	undo(): void {
		this.#undo?.();
	}

	async restore(ids: readonly string[]): Promise<void> {
		const count = await this.#change({ action: "restore", ids: [...ids] });
		if (count > 0) {
			this.#studio.toasts.show({ text: this.#studio.i18n.t("library.restored", { count }) });
		}
	}

	async delete({ selector }: ActionTarget): Promise<void> {
		await this.#change({ action: "delete", ...selector });
	}

	async retry(ids: readonly string[]): Promise<void> {
		const count = await this.#change({ action: "retry", ids: [...ids] });
		if (count > 1) {
			this.#studio.toasts.show({ text: this.#studio.i18n.t("library.retried", { count }) });
		}
	}

	async setTag(ids: readonly string[], tag: string, isSet: boolean): Promise<void> {
		await this.#change({ action: isSet ? "tag" : "untag", ids: [...ids], tags: [tag] });
	}

	async addToCollection(ids: readonly string[], collection: { id: string; name: string }): Promise<void> {
		const count = await this.#change({ action: "collect", ids: [...ids], collection: collection.id });
		if (count > 0) {
			const { i18n, toasts } = this.#studio;
			toasts.show({ text: i18n.t("library.collected", { count, name: collection.name }) });
		}
	}

	async removeFromCollection(ids: readonly string[], collection: string): Promise<void> {
		await this.#change({ action: "uncollect", ids: [...ids], collection });
	}

	async rename(id: string, name: string): Promise<void> {
		this.#list.applyChange(new Set([id]), { name });
		this.#studio.navigation.rename(id, name);
		await showErrorsOf(
			this.#studio,
			dataOf(
				this.#studio.server.client.PATCH("/api/v0/document/{id}", {
					params: { path: { id } },
					body: { name },
				}),
			),
		);
	}

	/**
	 * Saves the PDF or the original file of a document: in a browser as a download, in the desktop program to a path
	 * that the user chooses.
	 */
	async save({ id, name }: LibraryDocument, kind: "pdf" | "original"): Promise<void> {
		const { bridge, server, toasts, i18n } = this.#studio;
		const file = kind === "pdf" ? name.replace(/\.[^.]*$/, "") + ".pdf" : name;
		await showErrorsOf(
			this.#studio,
			(async () => {
				if (bridge === undefined) {
					const response = await server.fetch(`/document/${encodeURIComponent(id)}/${kind}`);
					saveBlob(await awaitNetwork(response.blob()), file);
					return;
				}
				const path = await bridge.ChooseSave(file);
				if (path !== "") {
					await bridge.Save(id, kind, path);
					toasts.show({ text: i18n.t("library.saved", { path }) });
				}
			})(),
		);
	}

	/**
	 * Saves the original files of documents (the PDF of a document without an original): a single file as it is,
	 * several in a ZIP archive.
	 */
	async download(ids: readonly string[]): Promise<void> {
		const [id] = ids;
		if (ids.length > 1 || id === undefined) {
			await showErrorsOf(this.#studio, this.#saveArchive(ids));
			return;
		}
		await showErrorsOf(
			this.#studio,
			this.find(id).then((document) =>
				this.save(document, document.originalDocumentSaved ? "original" : "pdf"),
			),
		);
	}

	/** Returns a document. It is requested from the server unless the list has loaded it. */
	async find(id: string): Promise<LibraryDocument> {
		const { client } = this.#studio.server;
		return (
			this.#list.find(id) ?? (await dataOf(client.GET("/api/v0/document/{id}", { params: { path: { id } } })))
		);
	}

	async #saveArchive(ids: readonly string[]): Promise<void> {
		const { bridge, server, toasts, i18n } = this.#studio;
		const name = `${i18n.t("library.archiveName")}.zip`;
		const path = await bridge?.ChooseSave(name);
		if (path === "") {
			return;
		}
		const toast = toasts.show({ text: i18n.t("library.preparing"), lasting: true });
		try {
			if (bridge !== undefined && path !== undefined) {
				await bridge.Save(ids.join(","), "archive", path);
				toasts.show({ text: i18n.t("library.saved", { path }) });
				return;
			}
			const body = JSON.stringify({ ids });
			const headers = { "Content-Type": "application/json" };
			let missing = 0;
			await saveResponse(async () => {
				const response = await server.fetch("/document/archive", { method: "POST", body, headers });
				missing = Number(response.headers.get("Missing-Count"));
				return response;
			}, name);
			if (missing > 0) {
				toasts.show({ text: i18n.t("library.archiveMissing", { count: missing }) });
			}
		} finally {
			toasts.dismiss(toast);
		}
	}

	/** Creates a collection, and adds documents to it. */
	async addToNewCollection(
		ids: readonly string[],
		properties: { name: string; color: string },
	): Promise<void> {
		await showErrorsOf(
			this.#studio,
			dataOf(this.#studio.server.client.POST("/api/v0/collection", { body: properties })).then((created) =>
				this.addToCollection(ids, created),
			),
		);
	}

	async showInFolder(id: string): Promise<void> {
		await showErrorsOf(this.#studio, this.#studio.bridge?.ShowInFolder(id));
	}

	/**
	 * Changes many documents, and shows a message about the documents that could not be changed. Resolves to the number
	 * of changed documents.
	 */
	async #change(batch: Batch): Promise<number> {
		try {
			const { changed, failed } = await changeWithProgress(this.#studio, batch);
			const [first] = failed;
			if (first !== undefined) {
				const { i18n, toasts } = this.#studio;
				const text = i18n.t("library.notChanged", { count: failed.length, message: first.message });
				toasts.show({ text, tone: "bad" });
			}
			this.#onDone(batch);
			this.#list.request();
			return changed;
		} catch (error) {
			showError(this.#studio, error);
			this.#list.request();
			return 0;
		}
	}
}
