import { awaitNetwork, dataOf, fetchAll } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { acceptAttribute, chooseFiles, hasExtension } from "../files";
import type { Server } from "../server.svelte";

/** A template of the library. */
export type Template = components["schemas"]["Template"];

/** A problem with a template or with its parameters. */
export type Problem = components["schemas"]["TaskProblem"];

/**
 * The treatment of template tags for which there is no value; "" for the treatment that the template itself defines.
 */
export type MissingPolicy = "" | "empty" | "keep" | "error";

/** The extensions of template files, without the dot. */
const extensions = ["docx", "dotx", "docm", "dotm", "xlsx", "pptx", "potx", "zip"];

/** Reports whether a file name has the extension of a template. */
export function isTemplateName(name: string): boolean {
	return hasExtension(name, extensions);
}

/** Returns all templates, newest first. */
export async function listTemplates({ client }: Server): Promise<Template[]> {
	return fetchAll(({ after }) =>
		client.GET("/v1/template", {
			params: { query: { limit: 500, ...(after === undefined ? {} : { after: Number(after) }) } },
		}),
	);
}

/** Returns the template with an id or a name. */
export function findTemplate({ client }: Server, identifier: string): Promise<Template> {
	return dataOf(client.GET("/v1/template/{id}", { params: { path: { id: identifier } } }));
}

/** Uploads a file as a new template or, if `version` is the id of an existing template, as a new version of it. */
export async function uploadTemplate(server: Server, file: File, version?: string): Promise<Template> {
	const uploadPath = version === undefined ? "/template" : `/template/${encodeURIComponent(version)}/version`;
	const response = await server.fetchTask(`${uploadPath}?filename=${encodeURIComponent(file.name)}`, {
		method: "POST",
		headers: { "Content-Type": "application/octet-stream" },
		body: file,
	});
	return (await awaitNetwork(response.json())) as Template;
}

/** The name of a sample template in the API. */
export type Sample = "invoice" | "letter" | "deck";

/** A template that comes with the server. */
export interface SampleTemplate {
	readonly sample: Sample;
	/** The type of the documents that it creates. */
	readonly type: string;
	/** The name under which the server stores it, in all languages. */
	readonly name: string;
}

export const samples: readonly SampleTemplate[] = [
	{ sample: "invoice", type: "docx", name: "Invoice" },
	{ sample: "letter", type: "docx", name: "Offer letter" },
	{ sample: "deck", type: "pptx", name: "Quarterly deck" },
];

/** Stores a sample template as a new template. */
export function addSampleTemplate({ client }: Server, sample: Sample): Promise<Template> {
	return dataOf(client.POST("/v1/sample/{sample}", { params: { path: { sample } } }));
}

export async function renameTemplate({ client }: Server, id: string, name: string): Promise<void> {
	await dataOf(client.PATCH("/v1/template/{id}", { params: { path: { id } }, body: { name } }));
}

export async function deleteTemplate({ client }: Server, id: string): Promise<void> {
	await dataOf(client.DELETE("/v1/template/{id}", { params: { path: { id } } }));
}

/** Returns the file of a version of a template. */
export async function templateFile(server: Server, id: string, version: number): Promise<Blob> {
	const response = await server.fetchTask(`/template/${encodeURIComponent(id)}/file?version=${version}`);
	return awaitNetwork(response.blob());
}

/** Opens the browser's file dialog for templates; resolves to no files if cancelled. */
export function chooseTemplates(multiple: boolean): Promise<File[]> {
	return chooseFiles({ accept: acceptAttribute(extensions), multiple });
}
