import { defineConfig } from "vite";

/** Builds the page at /demo: a module and a style sheet, whose names contain hashes, and a manifest. */
export default defineConfig({
	base: "./",
	build: {
		outDir: "dist/demo",
		emptyOutDir: true,
		manifest: true,
		assetsDir: "",
		target: "es2022",
		modulePreload: false,
		rolldownOptions: {
			input: "src/demo/main.ts",
			output: { entryFileNames: "demo-[hash].js", assetFileNames: "demo-[hash][extname]" },
		},
	},
});
