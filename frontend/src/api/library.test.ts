import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { LibraryClient } from "./library";

let server: Server | undefined;

afterEach(() => {
	server?.close();
});

/** A client of a server that answers so. */
async function clientOf(answer: RequestListener): Promise<LibraryClient> {
	const listening = createServer(answer).listen(0, "127.0.0.1");
	server = listening;
	await new Promise((resolve) => listening.once("listening", resolve));
	const { port } = listening.address() as AddressInfo;
	return new LibraryClient(`http://127.0.0.1:${port}/sub/api/v0`, "secret");
}

const { signal } = new AbortController();

test("lists the documents with the key", async () => {
	const client = await clientOf(({ url, headers }, response) => {
		response.setHeader("Content-Type", "application/json");
		response.end(JSON.stringify([{ id: "a", name: `${url ?? ""} ${headers.authorization ?? ""}` }]));
	});
	expect(await client.list(signal)).toEqual([{ id: "a", name: "/sub/api/v0/document secret" }]);
});

test("says why there are none", async () => {
	const client = await clientOf((_, response) => {
		response.writeHead(401, { "Content-Type": "application/problem+json" });
		response.end(JSON.stringify({ status: 401, message: "The API key was revoked." }));
	});
	await expect(client.list(signal)).rejects.toThrow("The API key was revoked.");
});

test("says what a proxy answers", async () => {
	const client = await clientOf((_, response) => {
		response.writeHead(502, { "Content-Type": "text/html" });
		response.end("<h1>Bad gateway</h1>");
	});
	await expect(client.list(signal)).rejects.toThrow("The server answered 502.");
});
