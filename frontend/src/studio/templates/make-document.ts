import { answerOf, reached } from "../../api/client";
import type { Params } from "../../core/params/params";
import { saveBytes } from "../save-file";
import { type Studio, tellFailure } from "../studio.svelte";
import type { Missing, Template } from "./template";

/** The result of filling a template: a file of its own type or a PDF, for the user; or a document of the library. */
export type Product = "template" | "pdf" | "document";

/** The options for filling a template. */
export interface Filling {
	readonly version: number;
	readonly params: Params;
	readonly locale: string;
	readonly missing: Missing;
}

/** Fills a template, and shows the result. */
export async function makeDocument(
	studio: Studio,
	template: Template,
	filling: Filling,
	product: Product,
): Promise<void> {
	try {
		if (product !== "document") {
			const { blob, name } = await render(studio, template, filling, product);
			await saveBytes(studio.bridge, blob, name);
		} else {
			await runTask(studio, template, filling);
		}
	} catch (error) {
		tellFailure(studio, error);
	}
}

function bodyOf({ params, locale, missing }: Filling): object {
	return { params, ...(locale ? { locale } : {}), ...(missing ? { missing } : {}) };
}

async function render(
	{ server }: Studio,
	{ id }: Template,
	filling: Filling,
	output: "template" | "pdf",
): Promise<{ blob: Blob; name: string }> {
	const answer = await server.fetchTask(
		`/template/${encodeURIComponent(id)}/render?version=${filling.version}`,
		{
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ ...bodyOf(filling), output }),
		},
	);
	return { blob: await reached(answer.blob()), name: nameOf(answer) };
}

/** Returns the file name in a response. */
function nameOf(answer: Response): string {
	const disposition = answer.headers.get("Content-Disposition") ?? "";
	const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
	if (encoded !== undefined) {
		return decodeURIComponent(encoded);
	}
	return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? "document";
}

/** The time in seconds to wait for a task. After that, the list of tasks shows its progress. */
const patience = 120;

/** Starts a task that adds the results to the library. They are listed in its runs, too. */
async function runTask(studio: Studio, { id, name }: Template, filling: Filling): Promise<void> {
	const { client } = studio.server;
	const body = { ...bodyOf(filling), template: id, version: filling.version, view: true };
	const { taskID } = await answerOf(client.POST("/v1/task", { body, params: {} }));
	const params = { path: { id: taskID }, query: { wait: "completed" as const, timeout: patience } };
	const { state, message, localMessage, results } = await answerOf(client.GET("/v1/task/{id}", { params }));
	if (state === "failed") {
		studio.toasts.show({ text: localMessage ?? message ?? "", tone: "bad" });
		return;
	}
	const first = results[0];
	tellMade(studio, first?.name ?? name, first?.documentId);
}

function tellMade({ toasts, words, navigation }: Studio, name: string, id: string | undefined): void {
	toasts.show({
		text: words.say("templates.made", { name }),
		...(id === undefined
			? {}
			: {
					action: {
						label: words.say("templates.openDocument"),
						run: () => {
							navigation.open({ id, name });
						},
					},
				}),
	});
}
