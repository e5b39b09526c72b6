import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A page whose HTML arrives in two parts. */
export interface SlowPage {
	readonly url: string;
	/** Sends the second part. */
	readonly release: () => void;
}

/**
 * Serves a page from another port, and holds back the part of its HTML that starts with `secondPartStart`. Other
 * requests are passed on unchanged.
 */
export async function serveSlowly(url: string, secondPartStart: string): Promise<SlowPage> {
	const target = new URL(url);
	let release!: () => void;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const server = createServer((incoming, outgoing) => {
		const headers = { ...incoming.headers, "accept-encoding": "identity" };
		const upstream = request(
			new URL(incoming.url ?? "", url),
			{ method: incoming.method, headers },
			(answer) => {
				outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
				if (incoming.url !== target.pathname + target.search) {
					answer.pipe(outgoing);
					return;
				}
				void answer.toArray().then(async (chunks: Uint8Array[]) => {
					const html = Buffer.concat(chunks);
					const middle = html.indexOf(secondPartStart);
					outgoing.write(html.subarray(0, middle));
					await released;
					outgoing.end(html.subarray(middle));
				});
			},
		);
		upstream.on("error", () => outgoing.destroy());
		incoming.pipe(upstream);
	});
	server.listen(0, target.hostname);
	await once(server, "listening");
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	target.port = String((server.address() as AddressInfo).port);
	return { url: target.href, release };
}
