import { once } from "node:events";
import { createServer, type IncomingMessage, type Server as Receiver } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePDF } from "../support/documents";
import { call } from "../support/api";
import { type Server, startServer } from "../support/server";

/** A webhook delivery that the receiver has received. */
interface Delivery {
	readonly headers: Record<string, string>;
	readonly body: string;
}

let server: Server;
let receiver: Receiver;
let webhookURL: string;
let onDelivery: (call: Delivery) => void;

beforeAll(async () => {
	server = await startServer("--allow-host", "127.0.0.1");
	receiver = createServer((request, response) => {
		void readDelivery(request).then((call) => {
			response.end();
			onDelivery(call);
		});
	}).listen(0, "127.0.0.1");
	await once(receiver, "listening");
	webhookURL = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/hook`;
});

afterAll(async () => {
	receiver.close();
	await server.stop();
});

async function readDelivery(request: IncomingMessage): Promise<Delivery> {
	const headers = Object.fromEntries(
		Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
	);
	return { headers, body: await text(request) };
}

/**
 * Uploads a document, and returns the types of its events in order, up to the event that it is ready. The official
 * library verifies each delivery with the secret.
 */
async function collectEvents(secret: string): Promise<string[]> {
	const verifier = new Webhook(secret);
	const types: string[] = [];
	const completed = new Promise<void>((resolve, reject) => {
		onDelivery = ({ headers, body }) => {
			try {
				const events = verifier.verify(body, headers) as { type: string }[];
				types.push(...events.map((event) => event.type));
			} catch (error) {
				reject(new Error("a delivery does not verify", { cause: error }));
			}
			if (types.at(-1) === "document.ready") {
				resolve();
			}
		};
	});
	await call(
		"POST",
		`/document/upload?filename=a.pdf&webhookURL=${encodeURIComponent(webhookURL)}`,
		makePDF(2),
		server,
	);
	await completed;
	return types;
}

interface Secrets {
	readonly secret: string;
	readonly previous?: { readonly secret: string };
}

const allEvents = ["posted", "processingStarted", "firstPageReady", "ready"].map(
	(kind) => `document.${kind}`,
);

// SECURITY.md, promise 37 (signed webhooks)
test("the official verifier accepts deliveries, with either secret during a rotation", async () => {
	const { secret } = await call<Secrets>("GET", "/settings/webhook/secret", undefined, server);
	expect(await collectEvents(secret)).toEqual(allEvents);
	const rotated = await call<Secrets>("POST", "/settings/webhook/secret", undefined, server);
	expect(rotated.previous?.secret).toBe(secret);
	expect(await collectEvents(rotated.secret)).toEqual(allEvents);
	expect(await collectEvents(secret)).toEqual(allEvents);
	const other = new Webhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
	onDelivery = ({ headers, body }) => {
		expect(() => other.verify(body, headers)).toThrow("No matching signature");
	};
	expect(
		await call("POST", `/webhook/test?url=${encodeURIComponent(webhookURL)}`, undefined, server),
	).toMatchObject({ status: 200 });
});
