import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pause } from "./pause";

beforeEach(() => {
	vi.useFakeTimers();
});

afterEach(() => {
	vi.useRealTimers();
});

test("a pause ends after its time, and leaves no listener", async () => {
	const { signal } = new AbortController();
	const paused = pause(2_000, signal);
	await vi.advanceTimersByTimeAsync(1_999);
	expect(vi.getTimerCount()).toBe(1);
	await vi.advanceTimersByTimeAsync(1);
	await paused;
	expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a pause ends when it is given up", async () => {
	const controller = new AbortController();
	const paused = pause(2_000, controller.signal);
	controller.abort();
	await expect(paused).rejects.toMatchObject({ name: "AbortError" });
	expect(vi.getTimerCount()).toBe(0);
	expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("a pause that was given up before does not begin", async () => {
	const paused = pause(2_000, AbortSignal.abort());
	expect(vi.getTimerCount()).toBe(0);
	await expect(paused).rejects.toMatchObject({ name: "AbortError" });
});
