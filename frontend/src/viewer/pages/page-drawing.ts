import type { SessionClient } from "../../api/session";
import type { Rendering } from "../../core/rendering/resolution";
import { loadFont } from "./page-font";
import { loadPicture } from "./page-picture";
import { parsePageSVG } from "./page-svg";

/** A page of a certain version of the document. */
export interface PageVersion {
	readonly page: number;
	readonly version: number;
}

/** The picture of a page, and its font. */
export interface Drawing {
	readonly picture: Element;
	readonly font?: FontFace;
	readonly rendering: Rendering;
}

/**
 * The resolution, in pixels per point, of the picture that replaces a drawing if the browser cannot load fonts from
 * scripts.
 */
const substituteScale = 4;

/**
 * Fetches the drawing or picture of a page. Throws the errors of the client, and an Error if the response is neither.
 */
export async function fetchDrawing(
	client: SessionClient,
	source: PageVersion,
	rendering: Rendering,
	signal: AbortSignal,
): Promise<Drawing> {
	if (rendering !== "drawing") {
		return { picture: await fetchPicture(client, source, rendering, signal), rendering };
	}
	const { picture, font } = parsePageSVG(await client.svg(source.page, source.version, signal));
	if (font === undefined) {
		return { picture, rendering };
	}
	try {
		return { picture, font: await loadFont(font), rendering };
	} catch {
		signal.throwIfAborted();
		return { picture: await fetchPicture(client, source, substituteScale, signal), rendering };
	}
}

async function fetchPicture(
	client: SessionClient,
	{ page, version }: PageVersion,
	scale: number,
	signal: AbortSignal,
): Promise<Element> {
	const picture = await loadPicture(await client.picture(page, version, scale, signal));
	picture.ariaHidden = "true";
	return picture;
}
