import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import createClient from "openapi-fetch";
import { expect, onTestFinished, test } from "vitest";
import { allOf, answerOf, reached } from "./client";
import type { paths } from "./schema.gen";

/** The error of a client that receives no response. */
const nobody = { name: "Error", status: 0, said: false };

/** Starts a server that handles every request with `answer`, and returns its address. */
async function answering(answer: (response: ServerResponse) => void): Promise<string> {
	const server = createServer((_request, response) => {
		answer(response);
	});
	await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a response, and breaks the connection. */
function breakOff(response: ServerResponse): void {
	response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 1000 });
	response.write("[", () => response.destroy());
}

function ask(baseUrl: string): Promise<unknown> {
	return answerOf(createClient<paths>({ baseUrl }).GET("/api/v0/library"));
}

test("a request that nobody takes has no answer", async () => {
	const address = await answering((response) => response.destroy());
	await expect(ask(address)).rejects.toMatchObject(nobody);
	await expect(reached(fetch(address))).rejects.toMatchObject(nobody);
});

test("an answer that breaks off is none", async () => {
	const address = await answering(breakOff);
	await expect(ask(address)).rejects.toMatchObject(nobody);
	const answer = await reached(fetch(address));
	await expect(reached(answer.blob())).rejects.toMatchObject(nobody);
});

test("an answer that is not the server's is none", async () => {
	const address = await answering((response) => response.end("<html>Please log in</html>"));
	await expect(ask(address)).rejects.toMatchObject(nobody);
});

test("a request that is given up is told as that", async () => {
	const address = await answering(breakOff);
	await expect(reached(fetch(address, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
		name: "AbortError",
	});
});

test("a list is read part by part", async () => {
	const parts = [["a", "b"], ["c"]];
	const asked: unknown[] = [];
	const all = await allOf(async (query) => {
		asked.push(query);
		const data = parts[asked.length - 1] ?? [];
		const more = asked.length < parts.length;
		const headers = more
			? { Link: `<https://example.com/list?after=${encodeURIComponent("1-b&c")}>; rel="next"` }
			: {};
		return Promise.resolve({ data, response: new Response("[]", { headers }) });
	});
	expect(all).toEqual(["a", "b", "c"]);
	expect(asked).toEqual([{}, { after: "1-b&c" }]);
});
