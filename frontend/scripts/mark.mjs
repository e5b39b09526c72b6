import { readFileSync } from "node:fs";

const mark = readFileSync(new URL("../../build/lectern.svg", import.meta.url), "utf8");

/** Lectern's logo as a data URL, for pages that are built without Vite. */
export const markURL = `data:image/svg+xml,${encodeURIComponent(mark)}`;
