import { afterEach, expect, test, vi } from "vitest";
import { DemoLibrary } from "./library";

afterEach(() => {
	vi.unstubAllGlobals();
});

test("profiles and themes are offered to the last part of their lists", async () => {
	vi.stubGlobal("document", { documentElement: { lang: "en" } });
	vi.stubGlobal("fetch", ({ url }: Request) => {
		const { pathname, searchParams } = new URL(url);
		if (pathname.endsWith("/document")) {
			return Promise.resolve(Response.json([]));
		}
		const after = searchParams.get("after");
		const headers: HeadersInit = after === null ? { Link: `<${url}?after=first>; rel="next"` } : {};
		return Promise.resolve(Response.json([{ name: after === null ? "first" : "last" }], { headers }));
	});
	const offer = await new DemoLibrary("https://docs.example", "key").listChoices();
	expect(offer).toEqual({ documents: [], profiles: ["first", "last"], themes: ["first", "last"] });
});
