import type { PageForm } from "../session/settings";

/** What a page is shown by: a drawing, or a picture of so many pixels a point. */
export type Rendering = "drawing" | number;

/** Up to so many pixels a point nobody reads a small page: a small picture is lighter than a drawing. */
const illegible = 0.45;
/** CSS pixels of the longer side up to which a page is small; a large sheet may have large letters. */
const smallPage = 480;

/** Pixels a point of pictures: few sizes, so that the server can keep them. */
const steps = [0.75, 2, 4, 8];

/** How to show a page of a form where a point of it takes so many pixels of the screen, and its longer side so many CSS pixels. */
export function renderingFor(
	form: Pick<PageForm, "pictures" | "pictureScale">,
	pixels: number,
	side: number,
): Rendering {
	if (form.pictureScale !== undefined) {
		return form.pictures ? form.pictureScale : "drawing";
	}
	if (!form.pictures && (pixels > illegible || side > smallPage)) {
		return "drawing";
	}
	// A picture that is enlarged by a tenth is as sharp to the eye.
	return steps.find((step) => step * 1.1 >= pixels) ?? 8;
}

/** Whether what is shown is as good as what is wanted. */
export function isEnough(shown: Rendering, wanted: Rendering): boolean {
	return shown === "drawing" || (wanted !== "drawing" && shown >= wanted);
}
