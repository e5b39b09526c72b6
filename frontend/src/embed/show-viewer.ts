import { showFloating } from "./floating-viewers";
import { showOverlay } from "./overlay-viewer";
import type { Request, Shown } from "./request";
import { showInline } from "./inline-viewer";

/** Shows a viewer in a frame of the page. The loader, embed.js, imports this script when it needs it. */
export async function show(request: Request): Promise<Shown> {
	switch (request.kind) {
		case "overlay":
			return showOverlay(request);
		case "floating":
			return showFloating(request);
		default:
			return showInline(request);
	}
}
