import { defineConfig } from "vite";

/** The page at /demo: one hashed module and its style sheet, with a manifest, as the viewer's. */
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
