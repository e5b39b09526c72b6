import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { makePDF } from "./documents";
import type { RunningServer } from "./server";
import { sharedServer } from "./shared-server";

/** A document, with the fields of the API's responses that tests use. */
export interface Document {
	readonly id: string;
	readonly name: string;
	readonly status: string;
	readonly viewable: boolean;
	readonly pageCount: number;
	readonly message?: string;
}

/** The time in milliseconds between two requests while waiting for a document. */
const pollInterval = 25;

export const samples = join(import.meta.dirname, "../../../backend/samples/testdata");

/** Calls the API of documents, sessions and settings. See `send`. */
export function call<T>(
	method: string,
	path: string,
	body?: RequestBody,
	server = sharedServer(),
): Promise<T> {
	return send(method, server.apiBase + path, body, server.key);
}

/** Calls the API of tasks and templates. See `send`. */
export function callTask<T>(
	method: string,
	path: string,
	body?: RequestBody,
	server = sharedServer(),
): Promise<T> {
	return send(method, `${server.url}/v1${path}`, body, server.key);
}

/** The content of a file, or an object that is sent as JSON. */
type RequestBody = Uint8Array<ArrayBuffer> | object;

/**
 * Sends a request, checks that it succeeds, and returns the JSON of the response; undefined if the response has none.
 */
async function send<T>(method: string, url: string, body: RequestBody | undefined, key: string): Promise<T> {
	const isFile = body === undefined || body instanceof Uint8Array;
	const response = await fetch(url, {
		method,
		headers: {
			Authorization: key,
			"Content-Type": isFile ? "application/octet-stream" : "application/json",
		},
		...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	expect(response.ok, `${method} ${url}: ${text}`).toBe(true);
	const isJSON = response.headers.get("Content-Type")?.includes("json") === true;
	return (isJSON && text !== "" ? JSON.parse(text) : undefined) as T;
}

/** Returns the API key that a running server stores for other programs of the same user. */
export async function localKey(server: RunningServer): Promise<string> {
	const { dataFolder = "" } = await call<{ dataFolder?: string }>("GET", "/server", undefined, server);
	const text = await readFile(join(dataFolder, "instance.json"), "utf8");
	return (JSON.parse(text) as { key: string }).key;
}

/** Uploads a document. */
export function upload(
	name: string,
	bytes: Uint8Array<ArrayBuffer>,
	server = sharedServer(),
): Promise<Document> {
	return call("POST", `/document/upload?filename=${encodeURIComponent(name)}`, bytes, server);
}

/** Uploads one of the project's test documents. */
export async function uploadSample(file: string, server = sharedServer()): Promise<Document> {
	return upload(basename(file), new Uint8Array(await readFile(join(samples, file))), server);
}

/** Polls a document until it meets the condition or has failed. The only time limit is that of the test. */
export async function waitForDocument(
	id: string,
	condition: (document: Document) => boolean,
	server = sharedServer(),
): Promise<Document> {
	for (;;) {
		const document = await call<Document>("GET", `/document/${id}`, undefined, server);
		if (condition(document) || document.status === "failed") {
			return document;
		}
		await setTimeout(pollInterval);
	}
}

/** Uploads a PDF, and waits until it is ready. */
export async function uploadReady(name: string, pages = 1, server = sharedServer()): Promise<Document> {
	const { id } = await upload(name, makePDF(pages), server);
	return waitForDocument(id, ({ status }) => status === "ready", server);
}

/** A viewing session, with the fields of the API's responses that tests use. */
export interface Session {
	readonly id: string;
	readonly viewerURL: string;
}

/** Creates a viewing session of `minutes` minutes. `parameters` are further query parameters of the request. */
export async function makeSession(
	id: string,
	minutes: number,
	server = sharedServer(),
	parameters: Readonly<Record<string, string>> = {},
): Promise<Session> {
	const query = new URLSearchParams({ documentId: id, duration: String(minutes), ...parameters });
	return call("POST", `/session?${query.toString()}`, undefined, server);
}

/** Creates a viewing session like {@link makeSession}, and returns the URL of its viewer. */
export async function openSession(
	id: string,
	minutes = 60,
	server = sharedServer(),
	parameters: Readonly<Record<string, string>> = {},
): Promise<string> {
	return (await makeSession(id, minutes, server, parameters)).viewerURL;
}

/** Stores a named viewer profile or theme. */
export async function putSettings(
	kind: "profile" | "theme",
	name: string,
	properties: object,
	server = sharedServer(),
): Promise<void> {
	await call("PUT", `/settings/viewer/${kind}/${name}`, properties, server);
}

/** Changes settings of the server. */
export async function changeSettings(changes: object, server = sharedServer()): Promise<void> {
	await call("PATCH", "/settings", changes, server);
}

/** Adds a watched folder, and returns its id. */
export async function watchFolder(path: string, server = sharedServer()): Promise<string> {
	const { id } = await call<{ id: string }>("POST", "/folder", { path }, server);
	return id;
}

/** Uploads a PDF, waits until it is ready, creates a session, and returns the URL of its viewer. */
export async function uploadAndOpenPDF(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	const { id } = await upload(name, bytes);
	const { status, message } = await waitForDocument(id, (document) => document.status === "ready");
	expect(status, message).toBe("ready");
	return openSession(id);
}

/** Creates a session for a new RTF document with a font that does not exist, and returns the URL of its viewer. */
export async function openMissingFontSession(server = sharedServer()): Promise<string> {
	return openTextSession(
		"fonts.rtf",
		String.raw`{\rtf1\ansi{\fonttbl{\f0\fswiss No Such Family;}}\f0 Lectern sample\par\page Another\par}`,
		server,
	);
}

/**
 * Creates a session for a new document with two characters that are in none of the bundled fonts, and returns the URL
 * of its viewer.
 */
export async function openMissingGlyphSession(): Promise<string> {
	return openTextSession(
		"unseen.rtf",
		String.raw`{\rtf1\ansi{\fonttbl{\f0\fswiss Liberation Sans;}}\f0 \u-10232?\u-9216?\u-10232?\u-9215?\par}`,
	);
}

async function openTextSession(name: string, text: string, server = sharedServer()): Promise<string> {
	const { id } = await upload(name, new Uint8Array(new TextEncoder().encode(text)), server);
	const { status, message } = await waitForDocument(id, (document) => document.status === "ready", server);
	expect(status, message).toBe("ready");
	return openSession(id, 60, server);
}
