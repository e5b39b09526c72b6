import { readFileSync } from "node:fs";

const mark = readFileSync(new URL("../../build/lectern.svg", import.meta.url), "utf8");

/** The address of Lectern's mark for pages that are built without Vite. */
export const markURL = `data:image/svg+xml,${encodeURIComponent(mark)}`;
