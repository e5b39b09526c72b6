import { allOf } from "../../api/client";
import { keepFresh } from "../keep-fresh.svelte";
import type { Studio } from "../studio.svelte";
import { Throttle } from "../throttle";
import { folderStates } from "./folder";

/** Milliseconds from one look to the next: every file that arrives changes its folder. */
const between = 1_000;

/** How many watched folders something is wrong with: kept fresh for the component that makes it, where the key may know. */
export class FolderTroubles {
	readonly #studio: Studio;
	count = $state(0);
	readonly #look = new Throttle(() => this.#read(), between);

	constructor(studio: Studio) {
		this.#studio = studio;
		if (studio.server.mayManage) {
			this.#look.ask();
			keepFresh(studio, this.#look, ({ topic }) => topic === "folder");
		}
	}

	async #read(): Promise<void> {
		try {
			const folders = await allOf((query) =>
				this.#studio.server.client.GET("/api/v0/folder", { params: { query } }),
			);
			this.count = folders.filter(({ state }) => folderStates[state].tone === "bad").length;
		} catch {
			// What is shown stays; that the server does not answer is shown elsewhere.
		}
	}
}
