import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	call,
	callTask,
	type Document,
	putSettings,
	uploadSample,
	upload,
	waitForDocument,
	watchFolder,
} from "./api";
import { makePDF, makeTemplate, makeTextPDF } from "./documents";
import { type Server, startServer } from "./server";

/** The ids of the objects that a filled server contains. */
export interface ScreenData {
	readonly documents: { readonly ready: string; readonly shared: string; readonly failed: string };
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
	// A document has a webhook at port 9, where no program listens. So the delivery of its event fails, and the retry
	// is scheduled for an hour later.
	const server = await startServer("--allow-host", "127.0.0.1", "--webhook-retry", "1h");
	const path = await mkdtemp(join(tmpdir(), "lectern-watched-folder-with-a-long-name-"));
	const stop = async () => {
		await server.stop();
		await rm(path, { recursive: true, force: true });
	};
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
		await addLink(data.documents.shared, server);
		const folder = await watchFolder(path, server);
		return { ...server, stop, data: { ...data, folder } };
	} catch (error) {
		await stop();
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
	const change = (body: object) => call("POST", "/document/batch", body, server);
	await change({ ids: [deleted.id], action: "trash" });
	await change({ ids: [ready.id], action: "tag", tags: ["northern regions", "draft", word] });
	const collection = (name: string) =>
		call<{ id: string }>("POST", "/collection", { name, color: "#17714a" }, server);
	const { id } = await collection("Correspondence with the northern regions");
	await change({ ids: [ready.id], action: "collect", collection: id });
	const { id: emptyCollection } = await collection("Board");
	return { documents: { ready: ready.id, shared: hooked.id, failed: failed.id }, emptyCollection };
}

async function addLink(documentId: string, server: Server): Promise<void> {
	const query = new URLSearchParams({
		documentId,
		duration: String(7 * 24 * 60),
		profile: "for-customers-without-download",
		theme: "corporate-identity-of-the-year-2026",
		reader: `Ada Lovelace of the ${word}`,
		maxViews: "5",
	});
	await call("POST", `/session?${query.toString()}`, undefined, server);
}

async function addTemplate(server: Server): Promise<{ template: string }> {
	const filename = encodeURIComponent("Letter to the customers of the northern regions.docx");
	const paragraphs = ["Dear {customer.name},", "{#items}", "{title} costs {price | number:2}", "{/items}"];
	const first = makeTemplate(...paragraphs);
	const { id } = await callTask<{ id: string }>("POST", `/template?filename=${filename}`, first, server);
	const next = makeTemplate(...paragraphs, "{remark}");
	await callTask("POST", `/template/${id}/version?filename=next.docx`, next, server);
	await callTask("POST", `/template/${id}/render`, { params: { customer: { name: "Ada" } } }, server);
	return { template: id };
}
