import { defineConfig } from "vite";

/**
 * Builds the viewer's script: a module, whose name contains a hash, and a manifest from which the server reads the
 * name. All files are in one folder, because the server serves them as /viewer/public/<file>.
 */
export default defineConfig({
	base: "./",
	build: {
		outDir: "dist/viewer",
		emptyOutDir: true,
		manifest: true,
		assetsDir: "",
		target: "es2022",
		modulePreload: false,
		rolldownOptions: {
			input: "src/viewer/main.ts",
			output: {
				entryFileNames: "viewer-[hash].js",
				chunkFileNames: "[name]-[hash].js",
				assetFileNames: "[name]-[hash][extname]",
			},
		},
	},
});
