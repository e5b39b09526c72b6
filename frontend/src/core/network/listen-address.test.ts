import { expect, test } from "vitest";
import { formatListenAddress, isOtherAddress, isPort, parseListenAddress } from "./listen-address";

test("reads what a server listens on", () => {
	expect(parseListenAddress("127.0.0.1:7420")).toEqual({ scope: "machine", host: "127.0.0.1", port: "7420" });
	expect(parseListenAddress("[::1]:80").scope).toBe("machine");
	expect(parseListenAddress("localhost:80").scope).toBe("machine");
	expect(parseListenAddress(":80").scope).toBe("network");
	expect(parseListenAddress("[::]:80")).toEqual({ scope: "network", host: "::", port: "80" });
	expect(parseListenAddress("192.168.1.5:80").scope).toBe("other");
	expect(formatListenAddress("network", "80")).toBe("0.0.0.0:80");
});

test("reports whether the next start uses another address", () => {
	expect(isOtherAddress("127.0.0.1:7420", "127.0.0.1:7420")).toBe(false);
	expect(isOtherAddress("127.0.0.1:0", "127.0.0.1:43210")).toBe(false);
	expect(isOtherAddress("0.0.0.0:7420", "[::]:7420")).toBe(false);
	expect(isOtherAddress("0.0.0.0:7420", "127.0.0.1:7420")).toBe(true);
	expect(isOtherAddress("127.0.0.1:7421", "127.0.0.1:7420")).toBe(true);
	expect(isOtherAddress("192.168.1.5:7420", "192.168.1.6:7420")).toBe(true);
});

test("knows a port", () => {
	expect(["0", "7420", "65535"].every(isPort)).toBe(true);
	expect(["", "-1", "65536", "7.5", "http"].some(isPort)).toBe(false);
});
