import { getContext, setContext, untrack } from "svelte";
import { answerOf, type LocalMessage, messageOf, reached } from "../../api/client";
import { chooseFiles, nameOf } from "../files";
import { errorText } from "../error-text";
import { interrupted, noteTaking } from "./interrupted-uploads";
import { type Studio, tellFailure } from "../studio.svelte";
import type { PhraseName } from "../words.svelte";

/** What becomes of one file. */
export interface Item {
	readonly key: string;
	readonly name: string;
	/** Waiting or under way; taken into the library; or not. */
	readonly state: "waiting" | "uploading" | "taken" | "refused";
	/** Why it was not taken; a sentence. */
	readonly message?: string;
	readonly documentId?: string;
}

/** A line of the server's answer to paths. */
interface PathLine extends LocalMessage {
	readonly path?: string;
	readonly name?: string;
	readonly state: "found" | "taken" | "refused" | "locked" | "failed" | "done";
	readonly documentId?: string;
	/** How many files there were; the last line's. */
	readonly found?: number;
	/** How many were left out in folders; the last line's. */
	readonly leftOut?: number;
}

/** Who takes what is dropped in the library's place. */
export interface Redirection {
	/** What becomes of it, and of the rest; a phrase each. */
	readonly title: PhraseName;
	readonly hint: PhraseName;
	/** Is offered paths, and answers whether it took them. */
	readonly take: (paths: readonly string[]) => boolean;
	/** Is offered files, in a browser, likewise; without it they are for the library. */
	readonly takeFiles?: (files: readonly File[]) => boolean;
}

/** Uploads that run at a time. */
const atATime = 4;
/** Milliseconds for which what becomes of files is gathered before it is shown. */
const glance = 50;

/** Documents on their way into the library: each has a story of its own, and stops no other. */
export class Intake {
	readonly #studio: Studio;
	/** Whether files are dragged over the window. */
	dragging = $state(false);
	/** Whether the person is asked for an address. */
	askForAddress = $state(false);
	#stopped = new AbortController();
	#running = $state(0);
	/** Every file of the present run, changed in place: there may be very many. */
	#items: Item[] = [];
	readonly #places = new Map<string, number>();
	#leftOut = $state(0);
	/** Grows when what is shown of them has changed. */
	#shown = $state(0);
	#telling = false;
	#next = 0;
	/** Who takes what is dropped: the last one. */
	#redirections: readonly Redirection[] = $state.raw([]);

	constructor(studio: Studio) {
		this.#studio = studio;
	}

	/** What has become of each file. */
	get items(): readonly Item[] {
		void this.#shown;
		return this.#items;
	}

	/** How many files of folders were passed over: hidden ones, links and what is no ordinary file. */
	get leftOut(): number {
		return this.#leftOut;
	}

	/** Whether something is under way. */
	get busy(): boolean {
		return this.#running > 0;
	}

	/** Asks for files, and takes them. */
	async choose(): Promise<void> {
		const { bridge, words } = this.#studio;
		if (bridge !== undefined) {
			await this.takePaths(await bridge.Choose("documents", words.say("library.addFiles")));
			return;
		}
		await this.takeFiles(await chooseFiles({ multiple: true }));
	}

	/** Asks for a folder, and takes what is in it. */
	async chooseFolder(): Promise<void> {
		const { bridge, words } = this.#studio;
		if (bridge !== undefined) {
			await this.takePaths(await bridge.Choose("folder", words.say("library.addFolder")));
			return;
		}
		await this.takeFiles(await chooseFiles({ webkitdirectory: true }));
	}

	/** Who takes what is dropped; undefined for the library. */
	get redirected(): Redirection | undefined {
		return this.#redirections.at(-1);
	}

	/** Has what is dropped be offered to another than the library, or than whom it was offered to. Answers what ends that. */
	redirect(to: Redirection): () => void {
		this.#redirections = [...untrack(() => this.#redirections), to]; // no effect of the caller's depends on it
		return () => {
			this.#redirections = this.#redirections.filter((one) => one !== to);
		};
	}

	/** Takes what was dropped, by paths. */
	async drop(paths: readonly string[]): Promise<void> {
		if (this.redirected?.take(paths) !== true) {
			await this.takePaths(paths);
		}
	}

	/** Takes what was dropped, in a browser; `leftOut` is how many files of folders were passed over. */
	async dropFiles(files: readonly File[], leftOut: number): Promise<void> {
		if (this.redirected?.takeFiles?.(files) !== true) {
			await this.takeFiles(files, leftOut);
		}
	}

	/** Takes files and folders of the server's own machine. */
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

	/** Uploads files; `leftOut` is how many were passed over in their folders. */
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

	/** Says that there is no document in folders, by their names. */
	tellNone([name = "", ...others]: readonly string[]): void {
		const { toasts, words } = this.#studio;
		toasts.show({ text: words.say(others.length === 0 ? "intake.none" : "intake.noneInThese", { name }) });
	}

	/** Says what was being taken when the program ended, where that was not to be. */
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

	/** Has the server fetch a document; a ServerError where the address is none. */
	async takeAddress(url: string): Promise<void> {
		const { client } = this.#studio.server;
		await answerOf(client.POST("/api/v0/document", { params: { query: { url } } }));
	}

	/** Gives up what is under way: what was taken stays. */
	stop(): void {
		this.#stopped.abort();
		this.#stopped = new AbortController();
	}

	/** Forgets what has become of files. */
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

	/** Why an upload was not taken. A browser says the same of a file that it cannot read as of a server that is gone. */
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

	/** Says of those of which nothing more is heard why they were not taken. */
	#giveUp(keys: Iterable<string>, message: string): void {
		for (const key of keys) {
			const item = this.#items[this.#places.get(key) ?? -1];
			if (item?.state === "waiting" || item?.state === "uploading") {
				this.#put({ ...item, state: "refused", message });
			}
		}
	}

	/** Shows what has become of a file. */
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

/** Whether the library has it now; a locked one asks for its password on its card. */
function isTaken(state: PathLine["state"]): boolean {
	return state === "taken" || state === "locked";
}

/** Calls `take` with each line of a body, as they come. */
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

/** The way into the library, of the window that a component is in. */
export function useIntake(): Intake {
	return getContext<Intake>(name);
}
