import { getContext, setContext, untrack } from "svelte";
import { answerOf, type LocalMessage, messageOf, reached } from "../../api/client";
import { chooseFiles, nameOf } from "../files";
import { errorText } from "../error-text";
import { interrupted, noteTaking } from "./interrupted-uploads";
import { type Studio, tellFailure } from "../studio.svelte";
import type { PhraseName } from "../words.svelte";

/** The progress of one file. */
export interface Item {
	readonly key: string;
	readonly name: string;
	/** Waiting or in progress; imported into the library; or rejected. */
	readonly state: "waiting" | "uploading" | "taken" | "refused";
	/** The reason of the rejection; a sentence. */
	readonly message?: string;
	readonly documentId?: string;
}

/** A line of the server's response to paths. */
interface PathLine extends LocalMessage {
	readonly path?: string;
	readonly name?: string;
	readonly state: "found" | "taken" | "refused" | "locked" | "failed" | "done";
	readonly documentId?: string;
	/** The number of files found; in the last line only. */
	readonly found?: number;
	/** The number of skipped files in folders; in the last line only. */
	readonly leftOut?: number;
}

/** A handler of drops that replaces the library. */
export interface Redirection {
	/** Phrases that describe the effect of a drop. */
	readonly title: PhraseName;
	readonly hint: PhraseName;
	/** Receives paths, and returns whether it accepts them. */
	readonly take: (paths: readonly string[]) => boolean;
	/** Receives files in a browser, and returns whether it accepts them; without it, they go to the library. */
	readonly takeFiles?: (files: readonly File[]) => boolean;
}

/** The number of concurrent uploads. */
const atATime = 4;
/** The interval in milliseconds at which the list of files is updated. */
const glance = 50;

/** Imports documents into the library. Each file is independent, so a failure does not stop the others. */
export class Intake {
	readonly #studio: Studio;
	/** Whether files are being dragged over the window. */
	dragging = $state(false);
	/** Whether the dialog for an address is open. */
	askForAddress = $state(false);
	#stopped = new AbortController();
	#running = $state(0);
	/** Every file of the current run. The list is changed in place, because it may be very long. */
	#items: Item[] = [];
	readonly #places = new Map<string, number>();
	#leftOut = $state(0);
	/** Increases when the visible state of the files has changed. */
	#shown = $state(0);
	#telling = false;
	#next = 0;
	/** The handlers of drops; the last one is active. */
	#redirections: readonly Redirection[] = $state.raw([]);

	constructor(studio: Studio) {
		this.#studio = studio;
	}

	/** The progress of each file. */
	get items(): readonly Item[] {
		void this.#shown;
		return this.#items;
	}

	/** The number of skipped files in folders: hidden files, links and special files. */
	get leftOut(): number {
		return this.#leftOut;
	}

	/** Whether an import is in progress. */
	get busy(): boolean {
		return this.#running > 0;
	}

	/** Asks for files, and imports them. */
	async choose(): Promise<void> {
		const { bridge, words } = this.#studio;
		if (bridge !== undefined) {
			await this.takePaths(await bridge.Choose("documents", words.say("library.addFiles")));
			return;
		}
		await this.takeFiles(await chooseFiles({ multiple: true }));
	}

	/** Asks for a folder, and imports the files in it. */
	async chooseFolder(): Promise<void> {
		const { bridge, words } = this.#studio;
		if (bridge !== undefined) {
			await this.takePaths(await bridge.Choose("folder", words.say("library.addFolder")));
			return;
		}
		await this.takeFiles(await chooseFiles({ webkitdirectory: true }));
	}

	/** The active handler of drops; undefined for the library. */
	get redirected(): Redirection | undefined {
		return this.#redirections.at(-1);
	}

	/**
	 * Adds a handler of drops, which replaces the library or the previous handler. Returns a function that removes it.
	 */
	redirect(to: Redirection): () => void {
		this.#redirections = [...untrack(() => this.#redirections), to]; // no effect of the caller's depends on it
		return () => {
			this.#redirections = this.#redirections.filter((one) => one !== to);
		};
	}

	/** Handles dropped paths. */
	async drop(paths: readonly string[]): Promise<void> {
		if (this.redirected?.take(paths) !== true) {
			await this.takePaths(paths);
		}
	}

	/** Handles dropped files in a browser. `leftOut` is the number of skipped files in folders. */
	async dropFiles(files: readonly File[], leftOut: number): Promise<void> {
		if (this.redirected?.takeFiles?.(files) !== true) {
			await this.takeFiles(files, leftOut);
		}
	}

	/** Imports files and folders of the server's own machine. */
	async takePaths(paths: readonly string[]): Promise<void> {
		if (paths.length === 0) {
			return;
		}
		await this.#run(async (signal) => {
			const keys = new Set<string>();
			const names = paths.map(nameOf);
			const forget = noteTaking(names);
			try {
				const { body } = await this.#studio.server.fetch("/intake", {
					method: "POST",
					headers: { "Content-Type": "application/json" },
					body: JSON.stringify({ paths }),
					signal,
				});
				await readLines(body, (line) => {
					const heard = JSON.parse(line) as PathLine;
					if (heard.found === 0) {
						this.tellNone(names);
					}
					this.#leftOut += heard.leftOut ?? 0;
					this.#hear(heard, keys);
				});
			} finally {
				forget();
				this.#giveUp(keys, this.#studio.words.say(signal.aborted ? "intake.stopped" : "intake.broken"));
			}
		});
	}

	/** Uploads files. `leftOut` is the number of skipped files in their folders. */
	async takeFiles(files: readonly File[], leftOut = 0): Promise<void> {
		if (files.length + leftOut === 0) {
			return;
		}
		await this.#run(async (signal) => {
			this.#leftOut += leftOut;
			const waiting = files.map((file) => ({ file, key: `upload-${this.#next++}` }));
			for (const { file, key } of waiting) {
				this.#put({ key, name: file.name, state: "waiting" });
			}
			const work = async () => {
				for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
					if (signal.aborted) {
						this.#giveUp([next.key], this.#studio.words.say("intake.stopped"));
					} else {
						await this.#upload(next.key, next.file, signal);
					}
				}
			};
			await Promise.all(Array.from({ length: atATime }, work));
		});
	}

	/** Reports that folders, given by name, contain no document. */
	tellNone([name = "", ...others]: readonly string[]): void {
		const { toasts, words } = this.#studio;
		toasts.show({ text: words.say(others.length === 0 ? "intake.none" : "intake.noneInThese", { name }) });
	}

	/** Reports files whose import was interrupted when the program ended. */
	tellInterrupted(): void {
		const { toasts, words } = this.#studio;
		const [name, ...others] = interrupted();
		if (name !== undefined) {
			const text = words.say(others.length === 0 ? "intake.interrupted" : "intake.interruptedSeveral", {
				name,
				count: others.length,
			});
			toasts.show({ text, tone: "bad" });
		}
	}

	/** Imports a document from an address. Throws a ServerError if the address is invalid. */
	async takeAddress(url: string): Promise<void> {
		const { client } = this.#studio.server;
		await answerOf(client.POST("/api/v0/document", { params: { query: { url } } }));
	}

	/** Cancels what is in progress. Files that were imported stay. */
	stop(): void {
		this.#stopped.abort();
		this.#stopped = new AbortController();
	}

	/** Clears the list of files. */
	close(): void {
		this.#items = [];
		this.#leftOut = 0;
		this.#places.clear();
		this.#shown++;
	}

	async #run(take: (signal: AbortSignal) => Promise<void>): Promise<void> {
		if (!this.busy) {
			this.close(); // what became of others before is old news
		}
		this.#running++;
		try {
			await take(this.#stopped.signal);
		} catch (error) {
			tellFailure(this.#studio, error);
		} finally {
			this.#running--;
		}
	}

	#hear({ path, name, state, documentId, ...told }: PathLine, keys: Set<string>): void {
		if (path === undefined) {
			return;
		}
		keys.add(path);
		const message = messageOf(told);
		this.#put({
			key: path,
			name: name ?? path,
			state: state === "found" ? "uploading" : isTaken(state) ? "taken" : "refused",
			...(message === undefined ? {} : { message }),
			...(documentId === undefined ? {} : { documentId }),
		});
	}

	async #upload(key: string, file: File, signal: AbortSignal): Promise<void> {
		const { words, server } = this.#studio;
		const { name } = file;
		if (file.size === 0) {
			this.#put({ key, name, state: "refused", message: words.say("intake.empty") });
			return;
		}
		this.#put({ key, name, state: "uploading" });
		try {
			const answer = await server.fetch(
				`/document/upload?supportedOnly=true&filename=${encodeURIComponent(name)}`,
				{
					method: "POST",
					headers: { "Content-Type": "application/octet-stream" },
					body: file,
					signal,
				},
			);
			const { id } = (await reached(answer.json())) as { id: string };
			this.#put({ key, name, state: "taken", documentId: id });
		} catch (error) {
			this.#put({ key, name, state: "refused", message: await this.#whyNot(error, file, signal) });
		}
	}

	/**
	 * Returns the reason why an upload failed. Browsers report an unreadable file in the same way as an unreachable
	 * server.
	 */
	async #whyNot(error: unknown, file: File, signal: AbortSignal): Promise<string> {
		const { words } = this.#studio;
		if (signal.aborted) {
			return words.say("intake.stopped");
		}
		const readable = await file
			.slice(0, 1)
			.arrayBuffer()
			.then(
				() => true,
				() => false,
			);
		return readable ? errorText(words, error) : words.say("intake.unreadable");
	}

	/** Marks the files for which no result will arrive as rejected. */
	#giveUp(keys: Iterable<string>, message: string): void {
		for (const key of keys) {
			const item = this.#items[this.#places.get(key) ?? -1];
			if (item?.state === "waiting" || item?.state === "uploading") {
				this.#put({ ...item, state: "refused", message });
			}
		}
	}

	/** Updates the progress of a file. */
	#put(item: Item): void {
		const place = this.#places.get(item.key) ?? this.#items.length;
		this.#places.set(item.key, place);
		this.#items[place] = item;
		if (this.#telling) {
			return;
		}
		this.#telling = true;
		window.setTimeout(() => {
			this.#telling = false;
			this.#shown++;
		}, glance);
	}
}

/** Reports whether the file is in the library. An encrypted one asks for its password on its card. */
function isTaken(state: PathLine["state"]): boolean {
	return state === "taken" || state === "locked";
}

/** Calls `take` with each line of a response body as it arrives. */
async function readLines(
	body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
	take: (line: string) => void,
): Promise<void> {
	const texts = body?.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	for (;;) {
		const piece = texts && (await reached(texts.read()));
		if (piece === undefined || piece.done) {
			break;
		}
		const lines = (rest + piece.value).split("\n");
		rest = lines.pop() ?? "";
		lines.filter((line) => line !== "").forEach(take);
	}
	if (rest !== "") {
		take(rest);
	}
}

const name = Symbol("intake");

export function provideIntake(intake: Intake): Intake {
	return setContext(name, intake);
}

/** Returns the import service of the window that contains the component. */
export function useIntake(): Intake {
	return getContext<Intake>(name);
}
