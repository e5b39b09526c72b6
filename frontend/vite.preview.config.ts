import { defineConfig } from "vite";

/**
 * The script of previews: one hashed module with a manifest, which the server adds to the viewer's
 * page of a preview, and to no reader's. It shares no file with the viewer's script.
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
