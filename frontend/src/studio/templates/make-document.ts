import { awaitNetwork, dataOf } from "../../api/client";
import type { Params } from "../../core/params/params";
import { saveBytes } from "../save-file";
import { showError, type Studio } from "../studio.svelte";
import type { Missing, Template } from "./template";

/** The result of filling a template: a file in the template's format, a PDF file, or a document in the library. */
export type Product = "template" | "pdf" | "document";

/** The options for filling a template. */
export interface FillOptions {
	readonly version: number;
	readonly params: Params;
	readonly locale: string;
	readonly missing: Missing;
}

/** Fills a template, and shows the result. */
export async function makeDocument(
	studio: Studio,
	template: Template,
	options: FillOptions,
	product: Product,
): Promise<void> {
	try {
		if (product !== "document") {
			const { blob, name } = await render(studio, template, options, product);
			await saveBytes(studio.bridge, blob, name);
		} else {
			await runTask(studio, template, options);
		}
	} catch (error) {
		showError(studio, error);
	}
}

function bodyOf({ params, locale, missing }: FillOptions): object {
	return { params, ...(locale ? { locale } : {}), ...(missing ? { missing } : {}) };
}

async function render(
	{ server }: Studio,
	{ id }: Template,
	options: FillOptions,
	output: "template" | "pdf",
): Promise<{ blob: Blob; name: string }> {
	const response = await server.fetchTask(
		`/template/${encodeURIComponent(id)}/render?version=${options.version}`,
		{
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ ...bodyOf(options), output }),
		},
	);
	return { blob: await awaitNetwork(response.blob()), name: nameOf(response) };
}

/** Returns the file name in a response. */
function nameOf(response: Response): string {
	const disposition = response.headers.get("Content-Disposition") ?? "";
	const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
	if (encoded !== undefined) {
		return decodeURIComponent(encoded);
	}
	return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? "document";
}

/** The time in seconds to wait for a task. After that, the user sees its progress in the list of tasks. */
const taskTimeout = 120;

/** Starts a task that adds the results to the library. They are listed with the template's tasks, too. */
async function runTask(studio: Studio, { id, name }: Template, options: FillOptions): Promise<void> {
	const { client } = studio.server;
	const body = { ...bodyOf(options), template: id, version: options.version, view: true };
	const { taskID } = await dataOf(client.POST("/v1/task", { body, params: {} }));
	const params = { path: { id: taskID }, query: { wait: "completed" as const, timeout: taskTimeout } };
	const { state, message, localMessage, results } = await dataOf(client.GET("/v1/task/{id}", { params }));
	if (state === "failed") {
		studio.toasts.show({ text: localMessage ?? message ?? "", tone: "bad" });
		return;
	}
	const first = results[0];
	showCreated(studio, first?.name ?? name, first?.documentId);
}

function showCreated({ toasts, i18n, navigation }: Studio, name: string, id: string | undefined): void {
	toasts.show({
		text: i18n.t("templates.made", { name }),
		...(id === undefined
			? {}
			: {
					action: {
						label: i18n.t("templates.openDocument"),
						run: () => {
							navigation.open({ id, name });
						},
					},
				}),
	});
}
