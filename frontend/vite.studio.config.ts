import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The window's page: Wails loads it from the program's own files, a browser from the server. */
export default defineConfig({
	root: "src/studio",
	base: "./",
	plugins: [svelte({ configFile: "../../svelte.config.js" })],
	build: {
		outDir: "../../dist/studio",
		assetsDir: "studio", // below this name the server serves them
		emptyOutDir: true,
		target: "es2022",
		modulePreload: false,
	},
});
