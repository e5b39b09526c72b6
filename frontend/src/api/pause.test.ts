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

test("a pause without a signal ends after its time", async () => {
	const paused = pause(2_000);
	await vi.advanceTimersByTimeAsync(2_000);
	await paused;
});

test("a pause ends when it is aborted", async () => {
	const controller = new AbortController();
	const paused = pause(2_000, controller.signal);
	controller.abort();
	await paused;
	expect(vi.getTimerCount()).toBe(0);
	expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("a pause that was aborted before does not begin", async () => {
	const paused = pause(2_000, AbortSignal.abort());
	expect(vi.getTimerCount()).toBe(0);
	await paused;
});
