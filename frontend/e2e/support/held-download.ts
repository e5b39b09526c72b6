import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { call, type Document } from "./api";
import type { RunningServer } from "./server";

/** A document whose file the server is downloading. The download does not continue until `release` is called. */
export interface HeldDownload {
	readonly document: Document;
	/** Sends the file, so that its conversion starts. */
	readonly release: () => void;
}

/**
 * Adds a document to a server by the address of a download that is held back. A test can prepare a page before the
 * conversion starts. The server must allow the host 127.0.0.1.
 */
export async function addHeldDownload(
	name: string,
	bytes: Uint8Array,
	server: RunningServer,
): Promise<HeldDownload> {
	let release!: () => void;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const source = createServer((_, response) => {
		void released.then(() => {
			response.end(bytes);
			source.close();
		});
	});
	source.listen(0, "127.0.0.1");
	await once(source, "listening");
	const { port } = source.address() as AddressInfo;
	const query = new URLSearchParams({ url: `http://127.0.0.1:${port}/${name}` });
	const document = await call<Document>("POST", `/document?${query.toString()}`, undefined, server);
	return { document, release };
}
