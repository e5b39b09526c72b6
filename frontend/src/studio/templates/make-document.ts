import { awaitNetwork, dataOf } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { Params } from "../../core/params/params";
import { saveBytes } from "../save-file";
import { showError, type Studio } from "../studio.svelte";
import type { MissingPolicy, Template } from "./template";

type Task = components["schemas"]["Task"];
type TaskResult = components["schemas"]["TaskResult"];

/** The result of filling a template: a file in the template's format, a PDF file, or a document in the library. */
export type Product = "template" | "pdf" | "document";

/** The options for filling a template. */
export interface FillOptions {
	readonly version: number;
	readonly params: Params;
	readonly locale: string;
	readonly missing: MissingPolicy;
}

/**
 * Fills a template with a task, and saves or shows the result. The task appears in the list of the template's tasks.
 */
export async function makeDocument(
	studio: Studio,
	template: Template,
	options: FillOptions,
	product: Product,
): Promise<void> {
	try {
		const { taskID, state, message, localMessage, results } = await runTask(
			studio,
			template,
			options,
			product,
		);
		const documents = results.filter(({ marked }) => marked !== true);
		const first = documents[0];
		if (state === "failed") {
			studio.toasts.show({ text: localMessage ?? message ?? "", tone: "bad" });
		} else if (product === "document") {
			showCreated(studio, first?.name ?? template.name, first?.documentId);
		} else if (documents.length === 1 && first !== undefined) {
			await saveResult(studio, taskID, first);
		} else {
			await saveArchive(studio, template, options, product);
		}
	} catch (error) {
		showError(studio, error);
	}
}

function bodyOf({ params, locale, missing }: FillOptions): object {
	return { params, ...(locale ? { locale } : {}), ...(missing ? { missing } : {}) };
}

/** The time in seconds for which a request waits for the end of a task. */
const taskTimeout = 120;

/** Starts a task, and waits until it has ended. */
async function runTask(
	{ server }: Studio,
	{ id }: Template,
	options: FillOptions,
	product: Product,
): Promise<Task> {
	const body = {
		...bodyOf(options),
		template: id,
		version: options.version,
		...(product === "document" ? { view: true } : { output: product }),
	};
	const { taskID } = await dataOf(server.client.POST("/v1/task", { body, params: {} }));
	const params = { path: { id: taskID }, query: { wait: "completed" as const, timeout: taskTimeout } };
	for (;;) {
		const task = await dataOf(server.client.GET("/v1/task/{id}", { params }));
		if (task.state === "completed" || task.state === "failed") {
			return task;
		}
	}
}

async function saveResult(
	{ server, bridge }: Studio,
	taskID: string,
	{ id, name }: TaskResult,
): Promise<void> {
	const response = await server.fetchTask(
		`/task/${encodeURIComponent(taskID)}/result/${encodeURIComponent(id)}`,
	);
	await saveBytes(bridge, await awaitNetwork(response.blob()), name);
}

/**
 * Saves the documents of a template that creates several documents, in one archive. Tasks do not create archives, so
 * the template is filled again by a request that does.
 */
async function saveArchive(
	{ server, bridge }: Studio,
	{ id }: Template,
	options: FillOptions,
	output: Product,
): Promise<void> {
	const response = await server.fetchTask(
		`/template/${encodeURIComponent(id)}/render?version=${options.version}`,
		{
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ ...bodyOf(options), output }),
		},
	);
	await saveBytes(bridge, await awaitNetwork(response.blob()), nameOf(response));
}

/** Returns the file name in the Content-Disposition header of a response. */
function nameOf(response: Response): string {
	const disposition = response.headers.get("Content-Disposition") ?? "";
	const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
	if (encoded !== undefined) {
		return decodeURIComponent(encoded);
	}
	return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? "document";
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
