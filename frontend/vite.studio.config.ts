import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The window's page, loaded by Wails from the program's own files. */
export default defineConfig({
	root: "src/studio",
	base: "./",
	plugins: [svelte({ configFile: "../../svelte.config.js" })],
	build: {
		outDir: "../../dist/studio",
		emptyOutDir: true,
		target: "es2022",
		modulePreload: false,
	},
});
