/** Reports whether the screen is a touch screen, on which no files can be dropped. */
export function isTouchScreen(): boolean {
	return window.matchMedia("(pointer: coarse)").matches;
}
