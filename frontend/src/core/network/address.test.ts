import { expect, test } from "vitest";
import { isLoopback, withBase } from "./address";

test.each([
	["http://127.0.0.1:7420/viewer", true],
	["http://localhost:7420", true],
	["http://papers.localhost/", true],
	["http://[::1]:7420/", true],
	["https://127.example.com/", false],
	["http://192.168.1.7:7420/", false],
	["https://papers.example.com/127.0.0.1", false],
	["https://localhost.example.com/", false],
])("%s: %s", (address, expected) => {
	expect(isLoopback(address)).toBe(expected);
});

test.each([
	["", "http://127.0.0.1:7420/viewer/view?sessionId=a"],
	["http://192.168.1.7:7420", "http://192.168.1.7:7420/viewer/view?sessionId=a"],
])("an address is moved to %j", (base, expected) => {
	expect(withBase(base, "http://127.0.0.1:7420/viewer/view?sessionId=a")).toBe(expected);
});
