import { getContext, setContext, untrack } from "svelte";
import { awaitNetwork, dataOf, messageOf, ServerError } from "../../api/client";
import type { LibraryDocument } from "../../api/library";
import { chooseFiles, nameOf } from "../files";
import { errorText, isTemporary } from "../error-text";
import { ConversionFollower } from "./conversion-follower";
import type { DropHandler } from "./drop-handler";
import { recordImport, takeInterruptedNames } from "./interrupted-imports";
import { failures, type Item, withDocument } from "./item";
import { isImported, type PathLine, readLines } from "./path-lines";
import { trashDocument } from "./trash-document";
import { showError, showErrorsOf, type Studio } from "../studio.svelte";

/** The maximum number of concurrent uploads. */
const maxUploads = 4;
/** The interval in milliseconds at which the list of files is updated. */
const updateInterval = 50;

/** Imports documents into the library. Each file is independent, so a failure does not stop the others. */
export class Intake {
	readonly #studio: Studio;
	/** Whether files are being dragged over the window. */
	dragging = $state(false);
	/** Whether the dialog for an address is open. */
	isAddressDialogOpen = $state(false);
	#controller = new AbortController();
	#running = $state(0);
	/**
	 * All files of the current import. The array may be very long, so it is changed in place instead of being copied.
	 */
	#items: Item[] = [];
	readonly #indexes = new Map<string, number>();
	/** The keys of the items, by the ids of the imported documents. */
	readonly #keysOfDocuments = new Map<string, string>();
	/** The uploaded files by the keys of their items, kept for another attempt. */
	readonly #files = new Map<string, File>();
	readonly #follower: ConversionFollower;
	#leftOut = $state(0);
	/** Increases when `#items` has changed, so that the list is rendered again. */
	#revision = $state(0);
	#isUpdateScheduled = false;
	#nextKey = 0;
	/** The handlers of drops. Only the last one is active. */
	#dropHandlers: readonly DropHandler[] = $state.raw([]);

	constructor(studio: Studio) {
		this.#studio = studio;
		this.#follower = new ConversionFollower(studio.server, (id, document) => {
			this.#updateDocument(id, document);
		});
	}

	/** All files of the current import, with their states. */
	get items(): readonly Item[] {
		void this.#revision;
		return this.#items;
	}

	/**
	 * The number of files in folders that were skipped: hidden files and lock files of Office. If the desktop program
	 * imports a folder, it also skips links and special files.
	 */
	get leftOut(): number {
		return this.#leftOut;
	}

	/** Whether an import is in progress. */
	get busy(): boolean {
		return this.#running > 0;
	}

	/** Asks the user for files, and imports them. */
	async choose(): Promise<void> {
		const { bridge, i18n } = this.#studio;
		if (bridge !== undefined) {
			await this.importPaths(await bridge.Choose("documents", i18n.t("intake.chooseTitle")));
			return;
		}
		await this.importFiles(await chooseFiles({ multiple: true }));
	}

	/** Asks the user for a folder, and imports the files in it. */
	async chooseFolder(): Promise<void> {
		const { bridge, i18n } = this.#studio;
		if (bridge !== undefined) {
			await this.importPaths(await bridge.Choose("folder", i18n.t("intake.chooseFolderTitle")));
			return;
		}
		await this.importFiles(await chooseFiles({ webkitdirectory: true }));
	}

	/** The active handler of drops; undefined if drops are imported into the library. */
	get dropHandler(): DropHandler | undefined {
		return this.#dropHandlers.at(-1);
	}

	/**
	 * Adds a handler that receives drops instead of the library or the previous handler. Returns a function that
	 * removes it.
	 */
	addDropHandler(handler: DropHandler): () => void {
		// The handlers are read untracked, so that an effect that calls this method does not depend on them.
		this.#dropHandlers = [...untrack(() => this.#dropHandlers), handler];
		return () => {
			this.#dropHandlers = this.#dropHandlers.filter((other) => other !== handler);
		};
	}

	/** Handles paths that were dropped onto the desktop window. */
	async handleDroppedPaths(paths: readonly string[]): Promise<void> {
		if (this.dropHandler?.acceptPaths(paths) !== true) {
			await this.importPaths(paths);
		}
	}

	/**
	 * Handles files that were dropped in a browser. `leftOut` is the number of files in dropped folders that were
	 * skipped.
	 */
	async handleDroppedFiles(files: readonly File[], leftOut: number): Promise<void> {
		if (this.dropHandler?.acceptFiles?.(files) !== true) {
			await this.importFiles(files, leftOut);
		}
	}

	/** Imports files and folders, given by their paths on the server's own machine. */
	async importPaths(paths: readonly string[]): Promise<void> {
		if (paths.length > 0) {
			await this.#runNew((signal) => this.#importPaths(paths, signal));
		}
	}

	async #importPaths(paths: readonly string[], signal: AbortSignal): Promise<void> {
		const keys = new Set<string>();
		const names = paths.map(nameOf);
		const removeRecord = recordImport(names);
		try {
			const { body } = await this.#studio.server.fetch("/intake", {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify({ paths }),
				signal,
			});
			await readLines(body, (line) => {
				const parsedLine = JSON.parse(line) as PathLine;
				if (parsedLine.found === 0) {
					this.reportNoDocuments(names);
				}
				this.#leftOut += parsedLine.leftOut ?? 0;
				this.#handleLine(parsedLine, keys);
			});
		} finally {
			removeRecord();
			this.#rejectUnfinished(keys, this.#studio.i18n.t(signal.aborted ? "intake.stopped" : "intake.broken"));
		}
	}

	/** Uploads files. `leftOut` is the number of files in their folders that were skipped. */
	async importFiles(files: readonly File[], leftOut = 0): Promise<void> {
		if (files.length + leftOut === 0) {
			return;
		}
		await this.#runNew(async (signal) => {
			this.#leftOut += leftOut;
			const uploads = files.map((file) => ({ file, key: `upload-${this.#nextKey++}` }));
			for (const { file, key } of uploads) {
				this.#files.set(key, file);
				this.#setItem({ key, name: file.name, state: "waiting" });
			}
			const uploadNext = async () => {
				for (let next = uploads.shift(); next !== undefined; next = uploads.shift()) {
					if (signal.aborted) {
						this.#rejectUnfinished([next.key], this.#studio.i18n.t("intake.stopped"));
					} else {
						await this.#upload(next.key, next.file, signal);
					}
				}
			};
			await Promise.all(Array.from({ length: maxUploads }, uploadNext));
		});
	}

	/** Shows a message that folders contain no documents. The parameter has the names of the folders. */
	reportNoDocuments([name = "", ...others]: readonly string[]): void {
		const { toasts, i18n } = this.#studio;
		toasts.show({ text: i18n.t(others.length === 0 ? "intake.none" : "intake.noneInThese", { name }) });
	}

	/** Shows a message if the import of files was interrupted, because the program has ended or the page was closed. */
	reportInterrupted(): void {
		const { toasts, i18n } = this.#studio;
		const [name, ...others] = takeInterruptedNames();
		if (name !== undefined) {
			const text = i18n.t(others.length === 0 ? "intake.interrupted" : "intake.interruptedSeveral", {
				name,
				count: others.length,
			});
			toasts.show({ text, tone: "bad" });
		}
	}

	/** Imports a document from a URL. Throws a ServerError if the URL is invalid. */
	async importAddress(url: string): Promise<void> {
		const { client } = this.#studio.server;
		await dataOf(client.POST("/api/v0/document", { params: { query: { url } } }));
	}

	/** Retries the conversion of a document that was imported, or else the import of its file. */
	async retry(item: Item): Promise<void> {
		const { key, name, documentId } = item;
		const file = this.#files.get(key);
		await this.#run(async (signal) => {
			if (documentId !== undefined) {
				const params = { path: { id: documentId } };
				await dataOf(this.#studio.server.client.POST("/api/v0/document/{id}/retry", { params }));
				this.#setItem({ key, name, documentId, state: "converting" });
			} else if (file !== undefined) {
				await this.#upload(key, file, signal);
			} else {
				await this.#importPaths([key], signal);
			}
		});
	}

	/** Removes a file from the list. If it was imported, its document is moved to the trash. */
	async remove({ key, documentId }: Item): Promise<void> {
		if (documentId !== undefined) {
			await showErrorsOf(this.#studio, trashDocument(this.#studio, documentId));
		} else {
			this.#removeItem(key);
		}
	}

	/** Cancels the imports in progress. Files that are already imported stay. */
	stop(): void {
		this.#controller.abort();
		this.#controller = new AbortController();
	}

	/** Clears the list of files. */
	close(): void {
		this.#items = [];
		this.#leftOut = 0;
		this.#indexes.clear();
		this.#files.clear();
		this.#keysOfDocuments.clear();
		this.#follower.clear();
		this.#revision++;
	}

	/**
	 * Runs a new import. The results of earlier imports are cleared first, unless an earlier import is still in
	 * progress.
	 */
	async #runNew(action: (signal: AbortSignal) => Promise<void>): Promise<void> {
		if (!this.busy) {
			this.close();
		}
		await this.#run(action);
	}

	async #run(action: (signal: AbortSignal) => Promise<void>): Promise<void> {
		this.#running++;
		try {
			await action(this.#controller.signal);
		} catch (error) {
			showError(this.#studio, error);
		} finally {
			this.#running--;
		}
	}

	#handleLine({ path, name, state, documentId, ...messages }: PathLine, keys: Set<string>): void {
		if (path === undefined) {
			return;
		}
		keys.add(path);
		const message = messageOf(messages);
		this.#setItem({
			key: path,
			name: name ?? path,
			state: state === "found" ? "uploading" : isImported(state) ? "converting" : "refused",
			...(message === undefined ? {} : { message }),
			...(documentId === undefined ? {} : { documentId }),
		});
	}

	async #upload(key: string, file: File, signal: AbortSignal): Promise<void> {
		const { i18n, server } = this.#studio;
		const { name } = file;
		if (file.size === 0) {
			this.#setItem({ key, name, state: "refused", message: i18n.t("intake.empty") });
			return;
		}
		this.#setItem({ key, name, state: "uploading" });
		try {
			const response = await server.fetch(
				`/document/upload?supportedOnly=true&filename=${encodeURIComponent(name)}`,
				{
					method: "POST",
					headers: { "Content-Type": "application/octet-stream" },
					body: file,
					signal,
				},
			);
			const { id } = (await awaitNetwork(response.json())) as { id: string };
			this.#setItem({ key, name, state: "converting", documentId: id });
		} catch (error) {
			this.#setItem({
				key,
				name,
				state: "refused",
				message: await this.#failureMessage(error, file, signal),
				canRetry: signal.aborted || !(error instanceof ServerError) || isTemporary(error),
			});
		}
	}

	/**
	 * Returns the reason why an upload failed. Browsers report an unreadable file in the same way as an unreachable
	 * server.
	 */
	async #failureMessage(error: unknown, file: File, signal: AbortSignal): Promise<string> {
		const { i18n } = this.#studio;
		if (signal.aborted) {
			return i18n.t("intake.stopped");
		}
		const readable = await file
			.slice(0, 1)
			.arrayBuffer()
			.then(
				() => true,
				() => false,
			);
		return readable ? errorText(i18n, error) : i18n.t("intake.unreadable");
	}

	/** Marks files whose import has ended without a result as rejected. */
	#rejectUnfinished(keys: Iterable<string>, message: string): void {
		for (const key of keys) {
			const item = this.#items[this.#indexes.get(key) ?? -1];
			if (item?.state === "waiting" || item?.state === "uploading") {
				this.#setItem({ ...item, state: "refused", message, canRetry: true });
			}
		}
	}

	/**
	 * Updates the item of a document. `document` is undefined if the document was moved to the trash. If the document
	 * was being converted when it was moved, its item then counts as ready. If it had a problem, its item is removed.
	 */
	#updateDocument(id: string, document: LibraryDocument | undefined): void {
		const item = this.#items[this.#indexes.get(this.#keysOfDocuments.get(id) ?? "") ?? -1];
		if (item !== undefined && document !== undefined) {
			this.#setItem(withDocument(item, document));
		} else if (item?.state === "converting") {
			this.#setItem({ ...item, state: "ready" });
		} else if (item !== undefined && (item.state === "locked" || failures.has(item.state))) {
			this.#removeItem(item.key);
		}
	}

	#removeItem(key: string): void {
		this.#items = this.#items.filter((item) => item.key !== key);
		this.#indexes.clear();
		this.#items.forEach((item, index) => this.#indexes.set(item.key, index));
		this.#files.delete(key);
		this.#revision++;
	}

	/** Adds or replaces an item, and follows the conversion of its document. */
	#setItem(item: Item): void {
		const index = this.#indexes.get(item.key) ?? this.#items.length;
		this.#indexes.set(item.key, index);
		this.#items[index] = item;
		if (item.documentId !== undefined && !this.#keysOfDocuments.has(item.documentId)) {
			this.#keysOfDocuments.set(item.documentId, item.key);
			this.#follower.follow(item.documentId);
		}
		if (this.#isUpdateScheduled) {
			return;
		}
		this.#isUpdateScheduled = true;
		window.setTimeout(() => {
			this.#isUpdateScheduled = false;
			this.#revision++;
		}, updateInterval);
	}
}

const contextKey = Symbol("intake");

export function provideIntake(intake: Intake): Intake {
	return setContext(contextKey, intake);
}

/** Returns the import service of the window that contains the component. */
export function useIntake(): Intake {
	return getContext<Intake>(contextKey);
}
