import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import createClient from "openapi-fetch";
import { expect, onTestFinished, test } from "vitest";
import { awaitNetwork, dataOf, fetchAll } from "./client";
import type { paths } from "./schema.gen";

/** The expected error if the client receives no response. */
const noResponseError = { name: "Error", status: 0, isForPeople: false };

/** Starts a server that handles every request with `respond`, and returns its address. */
async function startServer(respond: (response: ServerResponse) => void): Promise<string> {
	const server = createServer((_request, response) => {
		respond(response);
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends the beginning of a response, and then closes the connection. */
function abortResponse(response: ServerResponse): void {
	response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 1000 });
	response.write("[", () => response.destroy());
}

function requestLibrary(baseUrl: string): Promise<unknown> {
	return dataOf(createClient<paths>({ baseUrl }).GET("/api/v0/library"));
}

test("a connection that is closed at once counts as no response", async () => {
	const address = await startServer((response) => response.destroy());
	await expect(requestLibrary(address)).rejects.toMatchObject(noResponseError);
	await expect(awaitNetwork(fetch(address))).rejects.toMatchObject(noResponseError);
});

test("an incomplete response counts as no response", async () => {
	const address = await startServer(abortResponse);
	await expect(requestLibrary(address)).rejects.toMatchObject(noResponseError);
	const response = await awaitNetwork(fetch(address));
	await expect(awaitNetwork(response.blob())).rejects.toMatchObject(noResponseError);
});

test("a response that is not the server's counts as no response", async () => {
	const address = await startServer((response) => response.end("<html>Please log in</html>"));
	await expect(requestLibrary(address)).rejects.toMatchObject(noResponseError);
});

test("an aborted request is reported as aborted", async () => {
	const address = await startServer(abortResponse);
	await expect(awaitNetwork(fetch(address, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
		name: "AbortError",
	});
});

test("a list is read part by part", async () => {
	const parts = [["a", "b"], ["c"]];
	const queries: unknown[] = [];
	const all = await fetchAll(async (query) => {
		queries.push(query);
		const data = parts[queries.length - 1] ?? [];
		const more = queries.length < parts.length;
		const headers = more
			? { Link: `<https://example.com/list?after=${encodeURIComponent("1-b&c")}>; rel="next"` }
			: {};
		return Promise.resolve({ data, response: new Response("[]", { headers }) });
	});
	expect(all).toEqual(["a", "b", "c"]);
	expect(queries).toEqual([{}, { after: "1-b&c" }]);
});
