import { answerOf } from "../../api/client";
import type { Server } from "../server.svelte";
import { Throttle } from "../throttle";
import { folderStates } from "./folder";

/** Milliseconds from one look to the next: every file that arrives changes its folder. */
const between = 1_000;

/** How many watched folders something is wrong with: kept fresh while it is followed. */
export class FolderTroubles {
	count = $state(0);
	readonly #look = new Throttle(() => this.#read(), between);

	constructor(private readonly server: Server) {}

	/** Keeps it fresh, where the key may know. Answers what ends that. */
	follow(): () => void {
		if (!this.server.mayManage) {
			return () => undefined;
		}
		this.#look.ask();
		const end = this.server.onChange(({ changes, reset }) => {
			if (reset || changes.some(({ topic }) => topic === "folder")) {
				this.#look.ask();
			}
		});
		return () => {
			end();
			this.#look.stop();
		};
	}

	async #read(): Promise<void> {
		try {
			const folders = await answerOf(this.server.client.GET("/api/v0/folder"));
			this.count = folders.filter(({ state }) => folderStates[state].tone === "bad").length;
		} catch {
			// What is shown stays; that the server does not answer is shown elsewhere.
		}
	}
}
