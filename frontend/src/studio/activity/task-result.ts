import type { components } from "../../api/schema.gen";
import { awaitNetwork } from "../../api/client";
import { saveBlob } from "../save-file";
import { showError, type Studio } from "../studio.svelte";

/** A task that fills a template. */
export type Task = components["schemas"]["Task"];

/** A document that a task has created. */
export type Result = Task["results"][number];

/**
 * Saves a document that a task has created: in a browser as a download, in the desktop program to a path that the user
 * chooses. The program downloads the document itself, so that the memory of the page does not limit the size of the
 * document.
 */
export async function saveResult(studio: Studio, task: string, { id, name }: Result): Promise<void> {
	const { bridge, server } = studio;
	try {
		if (bridge === undefined) {
			const path = `/task/${encodeURIComponent(task)}/result/${encodeURIComponent(id)}`;
			saveBlob(await awaitNetwork((await server.fetchTask(path)).blob()), name);
			return;
		}
		const targetPath = await bridge.ChooseSave(name);
		if (targetPath !== "") {
			await bridge.Save(`${task}/${id}`, "result", targetPath);
		}
	} catch (error) {
		showError(studio, error);
	}
}
