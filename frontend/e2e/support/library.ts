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

export const samples = join(import.meta.dirname, "../../../backend/samples/testdata");

/** How a server is reached. */
export type Reach = Pick<Server, "apiBase" | "key">;

/** The server that the tests share. */
function shared(): Reach {
	return { apiBase: inject("apiBase"), key: inject("key") };
}

/** The answer to a request with the key, which must be a success; undefined where it has no body. */
export async function call<T>(
	method: string,
	path: string,
	body?: Uint8Array<ArrayBuffer>,
	server = shared(),
): Promise<T> {
	const answer = await fetch(`${server.apiBase}${path}`, {
		method,
		headers: { Authorization: server.key, "Content-Type": "application/octet-stream" },
		...(body === undefined ? {} : { body }),
	});
	const text = await answer.text();
	expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
	return (text === "" ? undefined : JSON.parse(text)) as T;
}

/** The key of the running server's own user. */
export async function localKey(server: Reach): Promise<string> {
	const { dataFolder = "" } = await call<{ dataFolder?: string }>("GET", "/server", undefined, server);
	const text = await readFile(join(dataFolder, "instance.json"), "utf8");
	return (JSON.parse(text) as { key: string }).key;
}

/** Posts bytes under a name. */
export function upload(name: string, bytes: Uint8Array<ArrayBuffer>, server = shared()): Promise<Document> {
	return call("POST", `/document/upload?filename=${encodeURIComponent(name)}`, bytes, server);
}

/** Posts one of the project's own test documents. */
export async function uploadSample(file: string, server = shared()): Promise<Document> {
	return upload(basename(file), new Uint8Array(await readFile(join(samples, file))), server);
}

/** Asks for a document until it is as `when` says, or has failed; the test's own time limit ends it. */
export async function documentWhen(
	id: string,
	when: (document: Document) => boolean,
	server = shared(),
): Promise<Document> {
	for (;;) {
		const document = await call<Document>("GET", `/document/${id}`, undefined, server);
		if (when(document) || document.status === "failed") {
			return document;
		}
		await setTimeout(betweenQuestions);
	}
}

/** A viewing session as the API answers it. */
export interface Session {
	readonly id: string;
	readonly viewerURL: string;
}

/** Makes a viewing session, with further parameters. */
export async function makeSession(
	id: string,
	minutes: number,
	server = shared(),
	parameters: Readonly<Record<string, string>> = {},
): Promise<Session> {
	const query = new URLSearchParams({ documentId: id, duration: String(minutes), ...parameters });
	return call("POST", `/session?${query.toString()}`, undefined, server);
}

/** Makes a viewing session, with further parameters; answers its viewer's URL. */
export async function openSession(
	id: string,
	minutes = 60,
	server = shared(),
	parameters: Readonly<Record<string, string>> = {},
): Promise<string> {
	return (await makeSession(id, minutes, server, parameters)).viewerURL;
}

/** Stores a named viewer profile or theme. */
export async function putSettings(
	kind: "profile" | "theme",
	name: string,
	properties: object,
	server = shared(),
): Promise<void> {
	await send("PUT", `/settings/viewer/${kind}/${name}`, properties, server);
}

/** Changes settings of the server. */
export async function changeSettings(changes: object, server = shared()): Promise<void> {
	await send("PATCH", "/settings", changes, server);
}

/** Watches a folder. Answers its id. */
export async function watchFolder(path: string, server = shared()): Promise<string> {
	const { id } = JSON.parse(await send("POST", "/folder", { path }, server)) as { id: string };
	return id;
}

async function send(method: string, path: string, body: object, { apiBase, key }: Reach): Promise<string> {
	const answer = await fetch(apiBase + path, {
		method,
		headers: { Authorization: key, "Content-Type": "application/json" },
		body: JSON.stringify(body),
	});
	const text = await answer.text();
	expect(answer.status, text).toBe(200);
	return text;
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
