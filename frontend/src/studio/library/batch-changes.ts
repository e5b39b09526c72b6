import { type Batch, changeMany, type Outcome } from "../../api/library";
import type { Studio } from "../studio.svelte";

/** Changes many documents. If this takes long, a toast shows the progress. */
export async function changeWithProgress({ server, i18n, toasts }: Studio, batch: Batch): Promise<Outcome> {
	let toast: number | undefined;
	try {
		return await changeMany(server.client, batch, (done, total) => {
			const text = i18n.t("library.changing", { done, total });
			if (toast === undefined) {
				toast = toasts.show({ text, lasting: true });
			} else {
				toasts.setText(toast, text);
			}
		});
	} finally {
		if (toast !== undefined) {
			toasts.dismiss(toast);
		}
	}
}
