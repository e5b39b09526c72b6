import { afterEach, expect, test, vi } from "vitest";
import { SessionClient } from "./session";

afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

test.each<[string, (client: SessionClient, signal: AbortSignal) => Promise<unknown>]>([
	["a drawing", async (client, signal) => client.svg(1, 1, signal)],
	["a picture", async (client, signal) => client.picture(1, 1, 2, signal)],
	["words", async (client, signal) => client.words(1, 1, signal)],
])("waits as long as the server requires: %s", async (_name, load) => {
	vi.useFakeTimers();
	const times: number[] = [];
	vi.stubGlobal("fetch", () => {
		times.push(Date.now());
		const headers = { "Retry-After": "2" };
		return Promise.resolve(
			times.length < 10 ? new Response("", { status: 429, headers }) : new Response("{}", { status: 200 }),
		);
	});
	const loaded = load(new SessionClient("/viewer/session/a"), new AbortController().signal);
	await vi.runAllTimersAsync();
	await loaded;
	const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
	expect(waits).toEqual(Array<number>(9).fill(2_000));
});

test("a wait for a turn ends when it is given up", async () => {
	vi.useFakeTimers();
	vi.stubGlobal("fetch", () =>
		Promise.resolve(new Response("", { status: 429, headers: { "Retry-After": "2" } })),
	);
	const controller = new AbortController();
	const loaded = new SessionClient("/viewer/session/a").svg(1, 1, controller.signal);
	await vi.waitUntil(() => vi.getTimerCount() > 0);
	controller.abort();
	await expect(loaded).rejects.toMatchObject({ name: "AbortError" });
	expect(vi.getTimerCount()).toBe(0);
});

test("a request that is aborted when its response arrives is not retried", async () => {
	vi.useFakeTimers();
	const controller = new AbortController();
	vi.stubGlobal("fetch", () => {
		controller.abort();
		return Promise.resolve(new Response("", { status: 429, headers: { "Retry-After": "2" } }));
	});
	const loaded = new SessionClient("/viewer/session/a").svg(1, 1, controller.signal);
	await expect(loaded).rejects.toMatchObject({ name: "AbortError" });
	expect(vi.getTimerCount()).toBe(0);
});

test.each([
	["3-8", [3, 8]],
	["", undefined],
	["3-", undefined],
	["bytes 3-8", undefined],
])("a drawing has the position of its style: %j", async (header, style) => {
	vi.stubGlobal("fetch", () => Promise.resolve(new Response("<svg/>", { headers: { "Page-Font": header } })));
	const drawing = await new SessionClient("/viewer/session/a").svg(1, 1, new AbortController().signal);
	expect(drawing).toEqual({ text: "<svg/>", style });
});
