import type { Frames } from "./request";

/** The checksum of embed-frames.js, inserted by the build. */
declare const framesVersion: string;

let loading: Promise<Frames> | undefined;
let failures = 0;

/**
 * Loads embed-frames.js once for all viewers. After a failure, the next attempt uses another URL, because the browser
 * may have cached the failure.
 */
export function loadFrames(server: string): Promise<Frames> {
	const address = `${server}/viewer/public/embed-frames.js`;
	const url = new URL(
		`${address}?v=${framesVersion}${failures ? `&again=${failures}` : ""}`,
		document.baseURI,
	);
	loading ??= (import(/* @vite-ignore */ url.href) as Promise<Frames>).catch(() => {
		loading = undefined;
		failures++;
		throw new Error(
			`The browser could not load ${address}. Check that it is reachable, and that the page's Content-Security-Policy allows it in script-src.`,
		);
	});
	return loading;
}
