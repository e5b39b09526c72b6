import { awaitNetwork, dataOf } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { Params } from "../../core/params/params";
import { acceptAttribute, hasExtension } from "../files";
import type { Server } from "../server.svelte";
import type { MissingPolicy } from "./template";

/** The rows of a table, as the server has read them for a template. */
export type ParsedRows = components["schemas"]["TemplateRows"];

/**
 * The result of filling a template with the rows of a table. `files`: an archive with a file for each row, in the
 * format of the template. `pdfs`: an archive with a PDF for each row. `pdf`: a single PDF with all documents.
 * `documents`: a document in the library for each row.
 */
export type RowsProduct = "files" | "pdfs" | "pdf" | "documents";

/** The extensions of files that may contain a table with rows, without the dot. */
const extensions = ["csv", "tsv", "txt", "json", "jsonl", "ndjson", "xlsx"];

/** The `accept` attribute for files with rows. */
export const acceptedRows = acceptAttribute(extensions);

/** Reports whether a file name has the extension of a file that may contain rows. */
export function isRowsName(name: string): boolean {
	return hasExtension(name, extensions);
}

/** The state of filling a template with many rows. It is kept until the window is closed. */
export class RowsState {
	readonly #server: Server;
	file: File | undefined = $state.raw();
	parsed: ParsedRows | undefined = $state.raw();
	/** The error of reading the file. */
	failure: unknown = $state.raw();
	reading = $state(false);
	/** The index of the row that the preview shows. */
	shown = $state(0);
	/** The name of the stored parameters that are used for all rows; "" for none. */
	commonSet = $state("");
	commonParams: Params = $state.raw({});
	product: RowsProduct = $state("files");
	/** The name of the created documents, which may contain template tags; "" for the name of the template. */
	name = $state("");
	/** The id of the last task. */
	task: string | undefined = $state();
	#requestCount = 0;

	constructor(
		server: Server,
		readonly id: string,
	) {
		this.#server = server;
	}

	/** Sets the file with the rows, and requests the server to read it for a version of the template. */
	async setFile(file: File, version: number, locale: string): Promise<void> {
		this.file = file;
		this.parsed = undefined;
		this.task = undefined;
		this.shown = 0;
		await this.reread(version, locale);
	}

	/** Requests the server to read the file again for a version of the template. */
	async reread(version: number, locale: string): Promise<void> {
		if (this.file === undefined) {
			return;
		}
		const requestNumber = ++this.#requestCount;
		this.reading = true;
		try {
			const query = new URLSearchParams({ version: String(version), ...(locale === "" ? {} : { locale }) });
			const response = await this.#server.fetchTask(
				`/template/${encodeURIComponent(this.id)}/rows?${query}`,
				{
					method: "POST",
					headers: { "Content-Type": "application/octet-stream" },
					body: this.file,
				},
			);
			const parsed = (await awaitNetwork(response.json())) as ParsedRows;
			if (requestNumber === this.#requestCount) {
				this.parsed = parsed;
				this.failure = undefined;
			}
		} catch (error) {
			if (requestNumber === this.#requestCount) {
				this.parsed = undefined;
				this.failure = error;
			}
		}
		if (requestNumber === this.#requestCount) {
			this.reading = false;
		}
	}

	/** Removes the file. */
	clear(): void {
		this.#requestCount++;
		this.file = undefined;
		this.parsed = undefined;
		this.failure = undefined;
		this.reading = false;
		this.task = undefined;
	}

	/** Loads the stored parameters with a name, and uses them for all rows. If `name` is "", no parameters are used. */
	async setCommonSet(name: string): Promise<void> {
		const params = { path: { id: this.id, name } };
		this.commonParams =
			name === ""
				? {}
				: ((await dataOf(this.#server.client.GET("/v1/template/{id}/data/{name}", { params })))
						.params as Params);
		this.commonSet = name;
	}

	/** Starts a task that creates the documents with a version of the template. */
	async createDocuments(version: number, locale: string, missing: MissingPolicy): Promise<void> {
		if (this.file === undefined) {
			return;
		}
		const { product, name, commonParams: params } = this;
		const data = {
			params,
			version,
			output: product === "files" || product === "documents" ? "template" : "pdf",
			bundle: product === "pdf" ? "pdf" : product === "documents" ? "files" : "zip",
			view: product === "documents",
			...(name.trim() === "" ? {} : { name: name.trim() }),
			...(locale === "" ? {} : { locale }),
			...(missing === "" ? {} : { missing }),
		};
		const form = new FormData();
		form.append("template", this.id);
		form.append("data", new Blob([JSON.stringify(data)], { type: "application/json" }));
		form.append("rows", this.file);
		const response = await this.#server.fetchTask("/task", { method: "POST", body: form });
		const { taskID } = (await awaitNetwork(response.json())) as components["schemas"]["TaskAccepted"];
		this.task = taskID;
	}
}
