import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call, type Document, putSettings, uploadSample, upload, waitForDocument, watchFolder } from "./api";
import { makePDF, makeTemplate, makeTextPDF } from "./documents";
import { type Server, startServer } from "./server";

/** The ids of the objects that a filled server contains. */
export interface ScreenData {
	readonly documents: { readonly ready: string };
	readonly emptyCollection: string;
	readonly template: string;
	readonly folder: string;
}

/** A server with content for every screen of the studio. */
export interface FilledServer extends Server {
	readonly data: ScreenData;
}

/** The name of the document that is ready for reading. It is too long for a narrow window. */
export const readyName = "Annual report of the northern and southern regions, third draft with remarks.pdf";

const word = "Donaudampfschifffahrtsgesellschaftskapitaen";

/** Starts a server, and fills its library. */
export async function startFilledServer(): Promise<FilledServer> {
	// No program listens at the discard port. So the delivery of the event fails, and is retried later.
	const server = await startServer("--allow-host", "127.0.0.1", "--webhook-retry", "1h");
	const path = await mkdtemp(join(tmpdir(), "lectern-watched-folder-with-a-long-name-"));
	try {
		const data = { ...(await addDocuments(server)), ...(await addTemplate(server)) };
		await putSettings(
			"profile",
			"for-customers-without-download",
			{ download: "none", print: false },
			server,
		);
		await putSettings(
			"theme",
			"corporate-identity-of-the-year-2026",
			{ interfaceAccentColor: "#7a1f5c" },
			server,
		);
		const folder = await watchFolder(path, server);
		const stop = async () => {
			await server.stop();
			await rm(path, { recursive: true, force: true });
		};
		return { ...server, stop, data: { ...data, folder } };
	} catch (error) {
		await server.stop();
		throw error;
	}
}

async function addDocuments(server: Server) {
	const settle = (id: string) => waitForDocument(id, ({ status }) => status === "ready", server);
	const text = makeTextPDF([
		[[72, 700, 20, `The offer of the ${word} for the northern regions, and what it costs`]],
		[[72, 700, 20, "A second page about the offer"]],
	]);
	const ready = await upload(readyName, text, server);
	const hook = encodeURIComponent("http://127.0.0.1:9/a-rather-long-path/of-the-receiver-of-events");
	const hooked = await call<Document>(
		"POST",
		`/document/upload?filename=offer-${word}.pdf&webhookURL=${hook}`,
		makePDF(3),
		server,
	);
	const failed = await upload("notes of the meeting.odt", new TextEncoder().encode("plain words"), server);
	const locked = await uploadSample("protected.pdf", server);
	const deleted = await upload("outdated.pdf", makePDF(1), server);
	for (const { id } of [ready, hooked, failed, locked, deleted]) {
		await settle(id);
	}
	const change = (body: object) => sendJSON("POST", `${server.apiBase}/document/batch`, body, server);
	await change({ ids: [deleted.id], action: "trash" });
	await change({ ids: [ready.id], action: "tag", tags: ["northern regions", "draft", word] });
	const collection = (name: string) =>
		sendJSON<{ id: string }>("POST", `${server.apiBase}/collection`, { name, color: "#17714a" }, server);
	const { id } = await collection("Correspondence with the northern regions");
	await change({ ids: [ready.id], action: "collect", collection: id });
	const { id: emptyCollection } = await collection("Board");
	return { documents: { ready: ready.id }, emptyCollection };
}

async function addTemplate(server: Server): Promise<{ template: string }> {
	const base = `${server.url}/v1/template`;
	const name = "Letter to the customers of the northern regions.docx";
	const paragraphs = ["Dear {customer.name},", "{#items}", "{title} costs {price | number:2}", "{/items}"];
	const { id } = await send<{ id: string }>(
		"POST",
		`${base}?filename=${encodeURIComponent(name)}`,
		makeTemplate(...paragraphs),
		server,
	);
	await send(
		"POST",
		`${base}/${id}/version?filename=next.docx`,
		makeTemplate(...paragraphs, "{remark}"),
		server,
	);
	await sendJSON("POST", `${base}/${id}/render`, { params: { customer: { name: "Ada" } } }, server);
	return { template: id };
}

function sendJSON<T>(method: string, url: string, body: object, server: Server): Promise<T> {
	return send(method, url, JSON.stringify(body), server, "application/json");
}

/**
 * Sends a request with the server's key, and checks that it succeeds. Returns the JSON of the response; undefined if
 * the response has another type.
 */
async function send<T>(
	method: string,
	url: string,
	body: BodyInit,
	{ key }: Server,
	type = "application/octet-stream",
): Promise<T> {
	const response = await fetch(url, {
		method,
		headers: { Authorization: key, "Content-Type": type },
		body,
	});
	if (!response.ok) {
		throw new Error(`${method} ${url}: ${await response.text()}`);
	}
	const isJSON = response.headers.get("Content-Type")?.includes("json") === true;
	return (isJSON ? await response.json() : undefined) as T;
}
