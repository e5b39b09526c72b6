import { expect, test } from "vitest";
import { crowdedFolders, fileGraph, folderGraph, importCycles } from "./structure.mjs";

function graphOf(sources: Record<string, string>): Map<string, string[]> {
	return fileGraph(Object.keys(sources), (file) => sources[file] ?? "");
}

test.each([
	["values", { "a.ts": `import { b } from "./b";`, "b.ts": `import { a } from "./a";` }],
	["types", { "a.ts": `import type { B } from "./b";`, "b.ts": `export type A = import("./a").A;` }],
	["exports", { "a.ts": `export * from "./b";`, "b.ts": `export { a } from "./a";` }],
	["state", { "a.svelte.ts": `import "./b";`, "b.ts": `import "./a.svelte";` }],
	[
		"components",
		{
			"A.svelte": `<script lang="ts">import type B from "./B.svelte";</script>`,
			"B.svelte": `<script lang="ts">import A from "./A.svelte";</script><A />`,
		},
	],
	["chunks", { "a.ts": `void import("./b");`, "b.mjs": "", "b.ts": `import "./a";` }],
	["three files", { "a.ts": `import "./b";`, "b.ts": `import "./c";`, "c.ts": `import "./a";` }],
])("an import cycle of %s is found", (_, sources) => {
	expect(importCycles(graphOf(sources))).toHaveLength(1);
});

test("a tree has no cycle, nor has a component that contains itself", () => {
	const graph = graphOf({
		"a.ts": `import "./b"; import "./c";`,
		"b.ts": `import "./c";`,
		"c.ts": "",
		"Tree.svelte": `<script>import Tree from "./Tree.svelte";</script><Tree />`,
	});
	expect(importCycles(graph)).toEqual([]);
});

test("folders may not import each other, except through a file next to them", () => {
	const sources = {
		"main.ts": `import "./find/panel"; import "./pages/page";`,
		"words.ts": "",
		"find/panel.ts": `import "../pages/page"; import "../words";`,
		"find/run.ts": "",
		"pages/page.ts": `import "../words";`,
	};
	expect(importCycles(folderGraph(graphOf(sources)))).toEqual([]);
	const broken = { ...sources, "pages/page.ts": `import "../find/run";` };
	expect(importCycles(graphOf(broken))).toEqual([]);
	expect(importCycles(folderGraph(graphOf(broken)))).toEqual([["find/", "pages/", "find/"]]);
});

test("a folder has at most 40 sources and 60 files", () => {
	const names = (count: number, end: string) => Array.from({ length: count }, (_, at) => `a/${at}${end}`);
	expect(crowdedFolders([...names(40, ".ts"), ...names(20, ".test.ts")])).toEqual([]);
	expect(crowdedFolders(names(41, ".ts"))).toHaveLength(1);
	expect(crowdedFolders([...names(31, ".ts"), ...names(30, ".test.ts")])).toHaveLength(1);
});
