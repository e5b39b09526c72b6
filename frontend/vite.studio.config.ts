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
		target: "es2022",
		modulePreload: false,
	},
});
