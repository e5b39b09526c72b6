import { type Batch, changeMany, type Outcome } from "../../api/library";
import type { Studio } from "../studio.svelte";

/** Changes many documents, and shows the progress if that takes long. */
export async function changeWithProgress({ server, words, toasts }: Studio, batch: Batch): Promise<Outcome> {
	let telling: number | undefined;
	try {
		return await changeMany(server.client, batch, (done, total) => {
			const text = words.say("library.changing", { done, total });
			if (telling === undefined) {
				telling = toasts.show({ text, lasting: true });
			} else {
				toasts.change(telling, text);
			}
		});
	} finally {
		if (telling !== undefined) {
			toasts.dismiss(telling);
		}
	}
}
