/** Returns an icon by its name. The page must contain the icon. */
export function makeIcon(name: string): SVGElement {
	const space = "http://www.w3.org/2000/svg";
	const icon = document.createElementNS(space, "svg");
	icon.classList.add("icon");
	icon.ariaHidden = "true";
	const use = document.createElementNS(space, "use");
	use.setAttribute("href", `#i-${name}`);
	icon.append(use);
	return icon;
}
