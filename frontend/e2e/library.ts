import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, inject } from "vitest";
import type { Server } from "./server";

/** A document as the API answers it. */
export interface Document {
	readonly id: string;
	readonly name: string;
	readonly status: string;
	readonly viewable: boolean;
	readonly pageCount: number;
	readonly message?: string;
}

/** Milliseconds between two looks at a document. */
const betweenQuestions = 25;

const samples = join(import.meta.dirname, "../../backend/samples/testdata");

/** How a server is reached. */
export type Reach = Pick<Server, "apiBase" | "key">;

/** The server that the tests share. */
function shared(): Reach {
	return { apiBase: inject("apiBase"), key: inject("key") };
}

async function call<T>(
	server: Reach,
	method: string,
	path: string,
	body?: Uint8Array<ArrayBuffer>,
): Promise<T> {
	const answer = await fetch(`${server.apiBase}${path}`, {
		method,
		headers: { Authorization: server.key, "Content-Type": "application/octet-stream" },
		...(body === undefined ? {} : { body }),
	});
	expect(answer.status, `${method} ${path}`).toBe(200);
	return (await answer.json()) as T;
}

/** Posts bytes under a name. */
export function upload(name: string, bytes: Uint8Array<ArrayBuffer>, server = shared()): Promise<Document> {
	return call(server, "POST", `/document/upload?filename=${encodeURIComponent(name)}`, bytes);
}

/** Posts one of the project's own test documents. */
export async function uploadSample(file: string): Promise<Document> {
	return upload(basename(file), new Uint8Array(await readFile(join(samples, file))));
}

/** Asks for a document until it is as `when` says, or has failed; the test's own time limit ends it. */
export async function documentWhen(
	id: string,
	when: (document: Document) => boolean,
	server = shared(),
): Promise<Document> {
	for (;;) {
		const document = await call<Document>(server, "GET", `/document/${id}`);
		if (when(document) || document.status === "failed") {
			return document;
		}
		await setTimeout(betweenQuestions);
	}
}

/** Makes a viewing session, with further parameters; answers its viewer's URL. */
export async function openSession(
	id: string,
	minutes = 60,
	server = shared(),
	parameters: Readonly<Record<string, string>> = {},
): Promise<string> {
	const query = new URLSearchParams({ documentId: id, duration: String(minutes), ...parameters });
	const path = `/session?${query.toString()}`;
	const session = await call<{ viewerURL: string }>(server, "POST", path);
	return session.viewerURL;
}

/** Stores a named viewer profile or theme. */
export async function putSettings(
	kind: "profile" | "theme",
	name: string,
	properties: object,
): Promise<void> {
	const { apiBase, key } = shared();
	const answer = await fetch(`${apiBase}/settings/viewer/${kind}/${name}`, {
		method: "PUT",
		headers: { Authorization: key, "Content-Type": "application/json" },
		body: JSON.stringify(properties),
	});
	expect(answer.status, await answer.text()).toBe(200);
}

/** Posts a PDF, waits until it is ready, and answers its viewer's URL. */
export async function readyPDF(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	const { id } = await upload(name, bytes);
	const { status, message } = await documentWhen(id, (document) => document.status === "ready");
	expect(status, message).toBe("ready");
	return openSession(id);
}

/** An RTF document that asks for a font that nobody has; answers its viewer's URL. */
export async function documentOfNoSuchFont(): Promise<string> {
	return documentOf(
		"fonts.rtf",
		String.raw`{\rtf1\ansi{\fonttbl{\f0\fswiss No Such Family;}}\f0 Lectern sample\par\page Another\par}`,
	);
}

/** Opens a session on a new document with two characters that no font of the bundle has. */
export async function documentOfUnseenCharacters(): Promise<string> {
	return documentOf(
		"unseen.rtf",
		String.raw`{\rtf1\ansi{\fonttbl{\f0\fswiss Liberation Sans;}}\f0 \u-10232?\u-9216?\u-10232?\u-9215?\par}`,
	);
}

async function documentOf(name: string, text: string): Promise<string> {
	const { id } = await upload(name, new Uint8Array(new TextEncoder().encode(text)));
	const { status, message } = await documentWhen(id, (document) => document.status === "ready");
	expect(status, message).toBe("ready");
	return openSession(id);
}
