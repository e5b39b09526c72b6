import { dataOf } from "../../api/client";
import type { Batch } from "../../api/library";
import { showErrorsOf, type Studio } from "../studio.svelte";

/** Moves a document to the trash, and shows a message with a button that restores the document. */
export async function trashDocument(studio: Studio, id: string): Promise<void> {
	const { server, toasts, i18n } = studio;
	const change = async (action: Batch["action"]) => {
		await dataOf(server.client.POST("/api/v0/document/batch", { body: { action, ids: [id] } }));
	};
	await change("trash");
	const toast = toasts.show({
		text: i18n.t("library.trashed", { count: 1 }),
		action: {
			label: i18n.t("library.undo"),
			run: () => {
				toasts.dismiss(toast);
				void showErrorsOf(studio, change("restore"));
			},
		},
	});
}
