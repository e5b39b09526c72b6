import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ServerError } from "../../api/client";
import type { Changes, Server } from "../server.svelte";
import { ConversionFollower } from "./conversion-follower";

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("window", globalThis);
});

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** The longest delay before the first attempt after an error, in milliseconds. */
const firstRetry = 1_250;

/** Starts a follower of a server that has these documents, with their states. */
function start(states: Record<string, "processing" | "ready" | "failed">) {
	const server = { isDown: false, requests: [] as string[][] };
	const reported: [id: string, status: string | undefined][] = [];
	let notify: (changes: Changes) => void = () => undefined;
	const GET = (_path: string, { params }: { params: { query: { id: string[] } } }) => {
		const { id: ids } = params.query;
		server.requests.push(ids);
		if (server.isDown) {
			return Promise.reject(new ServerError("no connection", 0));
		}
		const data = ids.flatMap((id) => (states[id] === undefined ? [] : [{ id, status: states[id] }]));
		return Promise.resolve({ data, response: { ok: true } });
	};
	const onChange = (listener: typeof notify) => (notify = listener);
	const follower = new ConversionFollower(
		{ client: { GET }, onChange } as unknown as Server,
		(id, document) => {
			reported.push([id, document?.status]);
		},
	);
	const reset = () => {
		notify({ changes: [], reset: true });
	};
	return { server, reported, follower, reset };
}

test("documents are read again after a change until they are ready", async () => {
	const states: Parameters<typeof start>[0] = { a: "ready", b: "processing", d: "failed" };
	const { server, reported, follower, reset } = start(states);
	for (const id of ["a", "b", "c", "d"]) {
		follower.follow(id);
	}
	await vi.advanceTimersByTimeAsync(10_000);
	expect(reported).toEqual([
		["a", "ready"],
		["b", "processing"],
		["c", undefined],
		["d", "failed"],
	]);
	states["c"] = "ready"; // restored from the trash
	reset();
	await vi.advanceTimersByTimeAsync(10_000);
	expect(server.requests.at(-1)).toEqual(["b", "c", "d"]);
	expect(reported).toContainEqual(["c", "ready"]);
});

test("a failed read is repeated until it is successful", async () => {
	const { server, reported, follower } = start({ a: "ready", b: "ready" });
	server.isDown = true;
	follower.follow("a");
	follower.follow("b");
	await vi.advanceTimersByTimeAsync(30_000);
	expect(server.requests.length).toBeGreaterThan(2);
	expect(server.requests.length).toBeLessThan(10); // the delays grow
	expect(reported).toEqual([]);
	server.isDown = false;
	await vi.advanceTimersByTimeAsync(60_000);
	expect(reported.toSorted()).toEqual([
		["a", "ready"],
		["b", "ready"],
	]);
	const { length } = server.requests;
	await vi.advanceTimersByTimeAsync(60_000);
	expect(server.requests).toHaveLength(length);
});

test("nothing is read again after the list was cleared", async () => {
	const { server, follower } = start({ a: "ready" });
	server.isDown = true;
	follower.follow("a");
	await vi.advanceTimersByTimeAsync(0);
	follower.clear();
	const { length } = server.requests;
	await vi.advanceTimersByTimeAsync(firstRetry);
	expect(server.requests).toHaveLength(length);
});
