import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 60_000 }); // the compiler must check the types of the whole DOM

const types = fileURLToPath(new URL("../src/embed/embed.d.ts", import.meta.url));

/** Returns the compiler's errors for a program that can use only the types in embed.d.ts and those of the browser. */
function typeErrors(text: string): string[] {
	const name = "/host/page.ts";
	const options: ts.CompilerOptions = {
		strict: true,
		noEmit: true,
		target: ts.ScriptTarget.ES2022,
		types: [],
		lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
	};
	const host = ts.createCompilerHost(options);
	const read = host.getSourceFile.bind(host);
	host.getSourceFile = (file, version) =>
		file === name ? ts.createSourceFile(file, text, version) : read(file, version);
	const program = ts.createProgram([types, name], options, host);
	return ts
		.getPreEmitDiagnostics(program)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

test("a page's program is checked against the types that are shipped", () => {
	expect(
		typeErrors(`
async function read(button: HTMLElement): Promise<void> {
	const viewer = await SvcViewEmbed.openOverlay({ sessionId: "abc", profileOverrides: { openedPage: 3 } });
	const stop: () => void = viewer.on("searched", ({ query, hits }) => console.log(query.trim(), hits.toFixed()));
	await viewer.zoom("width");
	await viewer.zoom(1.5);
	await viewer.goToPage(2);
	stop();
	button.addEventListener("svc-view:pageChanged", ({ detail }) => console.log(detail.page, detail.count));
	document.addEventListener("svc-view:pageClicked", (event) => event.preventDefault());
	SvcViewEmbed.find(button)?.close();
	const nothing: void = await SvcViewEmbed.openExternal({ sessionId: "abc" });
	return nothing;
}
void read;`),
	).toEqual([]);
});

test.each([
	"void SvcViewEmbed.openOverlay({})",
	"void SvcViewEmbed.openOverlay({ sessionId: 7 })",
	'void SvcViewEmbed.openFloating({ sessionId: "a", profileOverride: {} })',
	'void SvcViewEmbed.openFloating({ sessionId: "a" }).then((viewer) => viewer.on("turned", () => undefined))',
	'void SvcViewEmbed.openFloating({ sessionId: "a" }).then((viewer) => viewer.zoom("huge"))',
])("the types refuse: %s", (text) => {
	expect(typeErrors(text)).not.toEqual([]);
});
