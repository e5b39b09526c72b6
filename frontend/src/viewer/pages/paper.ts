/** The width and height in pixels to which a picture is reduced before its pixels are counted. */
const side = 24;
/** The minimum brightness (0 to 255) of a light pixel, which is taken for the paper behind text or drawings. */
const paperBrightness = 225;
/** The minimum share of light pixels in a picture of text or drawings. A picture with fewer counts as a photograph. */
const paperShare = 0.5;

/** Sets the class 'paper' on the face of a page whose picture is mostly paper. Dark pages invert such pictures. */
export function markPaper(picture: HTMLImageElement): void {
	picture.parentElement?.classList.toggle("paper", isMostlyPaper(picture));
}

function isMostlyPaper(picture: HTMLImageElement): boolean {
	const canvas = document.createElement("canvas");
	canvas.width = canvas.height = side;
	const context = canvas.getContext("2d");
	if (context === null) {
		return false;
	}
	context.drawImage(picture, 0, 0, side, side);
	const { data } = context.getImageData(0, 0, side, side);
	let paper = 0;
	for (let index = 0; index < data.length; index += 4) {
		const darkest = Math.min(data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0);
		paper += Number(darkest >= paperBrightness);
	}
	return paper >= paperShare * side * side;
}
