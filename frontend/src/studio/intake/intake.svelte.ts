import { getContext, setContext } from "svelte";
import { answerOf, type LocalMessage, messageOf, pageLanguage, refusal } from "../../api/client";
import { type Studio, tellFailure } from "../studio.svelte";

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
}

/** Uploads that run at a time. */
const atATime = 4;

/** Documents on their way into the library: each has a story of its own, and stops no other. */
export class Intake {
	items: readonly Item[] = $state.raw([]);
	/** Whether the person is asked for an address. */
	askForAddress = $state(false);
	#stopped = new AbortController();
	#running = $state(0);
	#next = 0;
	#places = new Map<string, number>();
	#redirected: ((paths: readonly string[]) => void) | undefined;

	constructor(private readonly studio: Studio) {}

	/** Whether something is under way. */
	get busy(): boolean {
		return this.#running > 0;
	}

	/** Asks for files, and takes them. */
	async choose(): Promise<void> {
		const { bridge } = this.studio;
		if (bridge !== undefined) {
			await this.takePaths(await bridge.ChooseFiles());
			return;
		}
		await this.takeFiles(await chooseFiles({ multiple: true }));
	}

	/** Asks for a folder, and takes what is in it. */
	async chooseFolder(): Promise<void> {
		const { bridge, words } = this.studio;
		if (bridge !== undefined) {
			const folder = await bridge.ChooseFolder(words.say("library.addFolder"));
			await this.takePaths(folder === "" ? [] : [folder]);
			return;
		}
		await this.takeFiles(await chooseFiles({ webkitdirectory: true }));
	}

	/** Has what is dropped be given to `take`, by paths, for as long as a page has another use for it. Answers what ends that. */
	redirect(take: (paths: readonly string[]) => void): () => void {
		this.#redirected = take;
		return () => {
			this.#redirected = undefined;
		};
	}

	/** Takes what was dropped, by paths. */
	async drop(paths: readonly string[]): Promise<void> {
		if (this.#redirected === undefined) {
			await this.takePaths(paths);
		} else {
			this.#redirected(paths);
		}
	}

	/** Takes files and folders of the server's own machine. */
	async takePaths(paths: readonly string[]): Promise<void> {
		if (paths.length === 0) {
			return;
		}
		await this.#run(async (signal) => {
			const { body } = await this.studio.server.fetch("/intake", {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify({ paths }),
				signal,
			});
			await readLines(body, (line) => {
				this.#hear(JSON.parse(line) as PathLine);
			});
		});
	}

	/** Uploads files. */
	async takeFiles(files: readonly File[]): Promise<void> {
		if (files.length === 0) {
			return;
		}
		await this.#run(async (signal) => {
			const waiting = files.map((file) => ({ file, key: `upload-${this.#next++}` }));
			for (const { file, key } of waiting) {
				this.#put({ key, name: file.name, state: "waiting" });
			}
			const work = async () => {
				for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
					await this.#upload(next.key, next.file, signal);
				}
			};
			await Promise.all(Array.from({ length: atATime }, work));
		});
	}

	/** Has the server fetch a document; a ServerError where the address is none. */
	async takeAddress(url: string): Promise<void> {
		const { client } = this.studio.server;
		await answerOf(client.POST("/api/v0/document", { params: { query: { url } } }));
	}

	/** Gives up what is under way: what was taken stays. */
	stop(): void {
		this.#stopped.abort();
		this.#stopped = new AbortController();
	}

	/** Forgets what has become of files. */
	close(): void {
		this.items = [];
		this.#places.clear();
	}

	async #run(take: (signal: AbortSignal) => Promise<void>): Promise<void> {
		this.#running++;
		try {
			await take(this.#stopped.signal);
		} catch (error) {
			tellFailure(this.studio, error);
		} finally {
			this.#running--;
		}
	}

	#hear({ path, name, state, documentId, ...told }: PathLine): void {
		if (path === undefined) {
			return;
		}
		const message = messageOf(told);
		this.#put({
			key: path,
			name: name ?? path,
			state: state === "found" ? "uploading" : state === "taken" ? "taken" : "refused",
			...(message === undefined ? {} : { message }),
			...(documentId === undefined ? {} : { documentId }),
		});
	}

	async #upload(key: string, file: File, signal: AbortSignal): Promise<void> {
		const { words, server } = this.studio;
		const { name } = file;
		if (file.size === 0) {
			this.#put({ key, name, state: "refused", message: words.say("intake.empty") });
			return;
		}
		this.#put({ key, name, state: "uploading" });
		try {
			const answer = await fetch(`${server.apiBase}/document/upload?filename=${encodeURIComponent(name)}`, {
				method: "POST",
				headers: {
					Authorization: server.key,
					"Accept-Language": pageLanguage(),
					"Content-Type": "application/octet-stream",
				},
				body: file,
				signal,
			});
			if (!answer.ok) {
				throw refusal(await answer.json(), answer.status);
			}
			const { id } = (await answer.json()) as { id: string };
			this.#put({ key, name, state: "taken", documentId: id });
		} catch (error) {
			const message = error instanceof TypeError ? words.say("intake.unreadable") : (error as Error).message;
			this.#put({ key, name, state: "refused", message });
		}
	}

	/** Shows what has become of a file. */
	#put(item: Item): void {
		const place = this.#places.get(item.key);
		if (place === undefined) {
			this.#places.set(item.key, this.items.length);
			this.items = [...this.items, item];
		} else {
			this.items = this.items.with(place, item);
		}
	}
}

/** Calls `take` with each line of a body, as they come. */
async function readLines(
	body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
	take: (line: string) => void,
): Promise<void> {
	const texts = body?.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	for (;;) {
		const piece = await texts?.read();
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

/** Has the browser ask for files; none where the person changes their mind. */
function chooseFiles(attributes: { multiple?: boolean; webkitdirectory?: boolean }): Promise<File[]> {
	const input = Object.assign(document.createElement("input"), { type: "file", ...attributes });
	return new Promise((resolve) => {
		input.addEventListener("change", () => {
			resolve([...(input.files ?? [])]);
		});
		input.addEventListener("cancel", () => {
			resolve([]);
		});
		input.click();
	});
}

const name = Symbol("intake");

export function provideIntake(intake: Intake): Intake {
	return setContext(name, intake);
}

/** The way into the library, of the window that a component is in. */
export function useIntake(): Intake {
	return getContext<Intake>(name);
}
