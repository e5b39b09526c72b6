import { ESLint } from "eslint";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns the messages of ESLint about the imports in a source text, as if it was a file of the project. */
async function importErrors(file: string, source: string): Promise<string[]> {
	const lint = new ESLint({ cwd: root });
	const config = (await lint.calculateConfigForFile(file)) as { rules: Record<string, unknown> };
	const importLint = new ESLint({
		cwd: root,
		overrideConfigFile: true,
		overrideConfig: {
			files: ["**/*.ts"],
			rules: { "no-restricted-imports": config.rules["no-restricted-imports"] as "error" },
		},
	});
	const [result] = await importLint.lintText(`import "${source}";\n`, { filePath: file });
	return result?.messages.map(({ message }) => message) ?? [];
}

test.each([
	["src/viewer/main.ts", "../studio/bridge"],
	["src/viewer/main.ts", "../embed/main"],
	["src/studio/main.ts", "../viewer/pages/stage"],
	["src/embed/main.ts", "../viewer/pages/stage"],
	["src/embed/main.ts", "../studio/bridge"],
	["src/demo/main.ts", "../embed/main"],
	["src/demo/main.ts", "../viewer/pages/stage"],
	["src/viewer/main.ts", "../demo/main"],
	["src/viewer/main.ts", "../preview/main"],
	["src/preview/main.ts", "../viewer/pages/stage"],
	["src/studio/main.ts", "../preview/marker"],
	["src/core/layout/zoom.ts", "../../ui/tokens.css"],
	["src/core/layout/zoom.ts", "../../api/session"],
	["src/core/layout/zoom.ts", "svelte"],
	["src/api/session.ts", "../viewer/pages/stage"],
	["src/ui/icon.ts", "../api/session"],
])("%s may not import %s", async (file, source) => {
	expect(await importErrors(file, source)).not.toEqual([]);
});

test.each([
	["src/viewer/main.ts", "../core/layout/zoom"],
	["src/viewer/main.ts", "../api/session"],
	["src/viewer/main.ts", "./pages/stage"],
	["src/studio/main.ts", "../ui/tokens.css"],
	["src/studio/main.ts", "svelte"],
	["src/embed/main.ts", "../core/messages/host-protocol"],
	["src/demo/main.ts", "../api/client"],
	["src/preview/main.ts", "../core/messages/preview-protocol"],
	["src/core/layout/zoom.ts", "./layout"],
])("%s may import %s", async (file, source) => {
	expect(await importErrors(file, source)).toEqual([]);
});
