import { fetchAll } from "../../api/client";
import { keepFresh } from "../keep-fresh.svelte";
import type { Studio } from "../studio.svelte";
import { Throttle } from "../throttle";
import { folderStates } from "./folder";

/**
 * The minimum interval in milliseconds between reads. Without it, every file that arrives in a folder would cause a
 * read.
 */
const minInterval = 1_000;

/**
 * The number of watched folders with problems. It is updated until the component that creates this object is destroyed.
 * If the API key does not permit reading folders, the number stays 0.
 */
export class FolderProblems {
	readonly #studio: Studio;
	count = $state(0);
	readonly #reload = new Throttle(() => this.#load(), minInterval);

	constructor(studio: Studio) {
		this.#studio = studio;
		if (studio.server.mayManage) {
			this.#reload.request();
			keepFresh(studio, this.#reload, ({ topic }) => topic === "folder");
		}
	}

	async #load(): Promise<void> {
		try {
			const folders = await fetchAll((query) =>
				this.#studio.server.client.GET("/api/v0/folder", { params: { query } }),
			);
			this.count = folders.filter(({ state }) => folderStates[state].tone === "bad").length;
		} catch {
			// After an error, the previous number stays. The shell of the window already shows that the server does not
			// respond.
		}
	}
}
