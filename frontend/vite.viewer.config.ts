import { defineConfig } from "vite";

/**
 * The viewer's script: one hashed module with a manifest, from which the server
 * takes its name. The names are flat, because the server serves them as
 * /viewer/public/<file>.
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
