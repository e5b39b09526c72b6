/**
 * Provides a length to the style sheets of the page as a CSS variable, so that other elements can make room for a
 * component. Must be called while the component is created. The variable is removed when the component is destroyed.
 */
export function provideLength(name: `--${string}`, length: () => string): void {
	$effect(() => {
		const { style } = document.documentElement;
		style.setProperty(name, length());
		return () => {
			style.removeProperty(name);
		};
	});
}
