import { describe, expect, test } from "vitest";
import { callText, elementTag, embedKinds, frameTag, scriptTag } from "./snippet";

const plain = { sessionId: "abc", profile: "", theme: "" };
const full = { sessionId: "abc", profile: "reading-room", theme: "acme" };

test("the script is loaded from the server, below its path", () => {
	expect(scriptTag("https://docs.example/lectern")).toBe(
		'<script src="https://docs.example/lectern/viewer/public/embed.js" async></script>',
	);
});

describe.each(embedKinds)("%s", (embedKind) => {
	test("names its class and its session, and no more than was chosen", () => {
		expect(elementTag(embedKind, plain)).toContain(`class="svc-view-viewer-${embedKind}"`);
		expect(elementTag(embedKind, plain)).toContain('data-session-id="abc"');
		expect(elementTag(embedKind, plain)).not.toContain("data-profile");
		expect(elementTag(embedKind, full)).toContain('data-profile="reading-room"');
		expect(elementTag(embedKind, full)).toContain('data-theme="acme"');
	});
});

test("containers are empty, and what is pressed is a button", () => {
	expect(elementTag("ribbon", plain)).toMatch(/^<div [^>]*><\/div>$/);
	expect(elementTag("overlay", plain)).toMatch(/^<button [^>]*>Read the document<\/button>$/);
});

test("a frame has the viewer's address", () => {
	expect(frameTag("https://docs.example", full)).toContain(
		'src="https://docs.example/viewer/view?sessionId=abc&amp;profile=reading-room&amp;theme=acme"',
	);
});

test("a call has what was chosen", () => {
	expect(callText(plain)).toContain('openOverlay({\n  "sessionId": "abc"\n})');
	expect(callText(full)).toContain('"theme": "acme"');
});

test("nothing ends its attribute", () => {
	const hostile = { sessionId: '"><script>alert(1)</script>', profile: "a&b", theme: "" };
	expect(elementTag("overlay", hostile)).toContain(
		'data-session-id="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"',
	);
	expect(elementTag("overlay", hostile)).toContain('data-profile="a&amp;b"');
	expect(frameTag("https://docs.example", hostile)).not.toContain("<script");
});
