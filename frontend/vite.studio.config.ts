import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** Builds the page of the studio. Wails loads it from the desktop program, browsers from the server. */
export default defineConfig({
	root: "src/studio",
	base: "./",
	plugins: [svelte({ configFile: "../../svelte.config.js" })],
	build: {
		outDir: "../../dist/studio",
		assetsDir: "studio", // the path at which the server serves the files
		emptyOutDir: true,
		cssCodeSplit: false, // the style sheet of a page that is loaded later must not change the order of the rules
		target: "es2022",
		rolldownOptions: {
			output: {
				codeSplitting: {
					// one file with all texts of a language instead of one file per area
					groups: [
						{ debugName: "languages", name: (id) => /\/studio\/languages\/(\w+)\//.exec(id)?.[1] ?? null },
					],
				},
			},
		},
		modulePreload: false, // browsers remember a failed preload as a failed import
	},
});
