import { dataOf } from "../../api/client";
import type { Batch } from "../../api/library";
import { showErrorsOf, type Studio } from "../studio.svelte";
import { showTrashedToast } from "../trashed-toast";

/** Moves a document to the trash, and shows a message with a button that restores the document. */
export async function trashDocument(studio: Studio, id: string): Promise<void> {
	const change = async (action: Batch["action"]) => {
		await dataOf(studio.server.client.POST("/api/v0/document/batch", { body: { action, ids: [id] } }));
	};
	await change("trash");
	showTrashedToast(studio, 1, () => void showErrorsOf(studio, change("restore")));
}
