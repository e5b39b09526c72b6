import { expect, test } from "vitest";
import { curlOf, filterRequests, joinRequests, type LoggedRequest, maxRequests } from "./request-log";

const request = (number: number, fields: Partial<LoggedRequest> = {}): LoggedRequest => ({
	number,
	method: "GET",
	path: "/api/v0/document",
	status: 200,
	requestId: `r${number}`,
	...fields,
});

test("keeps the newest requests, each once", () => {
	const list = joinRequests([request(1), request(2)], [request(2), request(3)]);
	expect(list.map(({ number }) => number)).toEqual([1, 2, 3]);
	const many = Array.from({ length: maxRequests + 5 }, (_, i) => request(i + 4));
	const full = joinRequests(list, many);
	expect([full.length, full[0]?.number, full.at(-1)?.number]).toEqual([maxRequests, 9, maxRequests + 8]);
});

test("filters requests, the newest first", () => {
	const list = [
		request(1, { key: "intranet", keyId: "k-1" }),
		request(2, { method: "POST", status: 422, keyId: "local" }),
		request(3, { path: "/viewer/session/…/state", status: 410 }),
		request(4, { path: "/studio/main.js" }),
		request(5, { path: "/viewer/view", key: "intranet", keyId: "k-1" }),
	];
	const shown = (filter: object) =>
		filterRequests(list, {
			text: "",
			onlyErrors: false,
			withoutOwn: false,
			ownKeyId: "local",
			...filter,
		}).map(({ number }) => number);
	expect(shown({})).toEqual([5, 4, 3, 2, 1]);
	expect(shown({ onlyErrors: true })).toEqual([3, 2]);
	expect(shown({ withoutOwn: true })).toEqual([5, 1]);
	expect(shown({ withoutOwn: true, text: "studio" })).toEqual([]);
	expect(shown({ text: "INTRA get" })).toEqual([5, 1]);
	expect(shown({ text: "410" })).toEqual([3]);
	expect(shown({ text: "r2" })).toEqual([2]);
	expect(shown({ text: "nothing" })).toEqual([]);
});

test("the curl command repeats the request", () => {
	expect(curlOf(request(1), "http://127.0.0.1:7420")).toBe(
		`curl -sS -H "Authorization: $KEY" 'http://127.0.0.1:7420/api/v0/document'`,
	);
	expect(curlOf(request(1, { method: "DELETE", path: "/api/v0/key/a b'$(x)" }), "http://h")).toBe(
		`curl -sS -X DELETE -H "Authorization: $KEY" 'http://h/api/v0/key/a%20b%27$(x)'`,
	);
	expect(curlOf(request(1, { path: "/api/v0/session/…" }), "http://h")).toBeUndefined();
});
