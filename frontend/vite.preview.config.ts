import { defineConfig } from "vite";

/**
 * Builds the script of previews: a module with a hash in its name, and a manifest. The server adds it to the viewer
 * page only for previews. It shares no file with the viewer's script.
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
