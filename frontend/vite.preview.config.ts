import { defineConfig } from "vite";

/**
 * Builds the script of previews: a module, whose name contains a hash, and a manifest. The server adds the script to
 * the viewer page only for previews. It shares no file with the script of the viewer.
 */
export default defineConfig({
	base: "./",
	build: {
		outDir: "dist/preview",
		emptyOutDir: true,
		manifest: true,
		assetsDir: "",
		target: "es2022",
		modulePreload: false,
		rolldownOptions: {
			input: "src/preview/main.ts",
			output: { entryFileNames: "preview-[hash].js" },
		},
	},
});
