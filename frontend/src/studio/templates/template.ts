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

/** The sample templates, each with the type of the documents that it creates. */
export const samples: readonly { readonly sample: Sample; readonly type: string }[] = [
	{ sample: "invoice", type: "docx" },
	{ sample: "letter", type: "docx" },
	{ sample: "deck", type: "pptx" },
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
