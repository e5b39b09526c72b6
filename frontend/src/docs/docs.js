// Adds buttons that copy the examples, and marks the current section in the table of contents. The pages also work
// without this script.

/** The time in milliseconds for which a button shows that it has copied. */
const doneTime = 2000;

function addCopyButtons() {
	const template = document.getElementById("copy");
	const status = document.getElementById("status");
	for (const example of document.querySelectorAll(".code")) {
		const button = template.content.firstElementChild.cloneNode(true);
		button.addEventListener("click", async () => {
			await navigator.clipboard.writeText(example.querySelector("code").textContent);
			button.classList.add("done");
			status.textContent = "Copied";
			setTimeout(() => {
				button.classList.remove("done");
				status.textContent = "";
			}, doneTime);
		});
		example.append(button);
	}
}

const links = [...document.querySelectorAll(".contents a")];
const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));

/**
 * Returns the index of the section that is being read: the last section whose heading is in the upper quarter of the
 * window or above it. The headings of the last sections cannot be scrolled that far up. At the end of the page, the
 * function therefore returns the section that the address names, or else the last section.
 */
function currentSection() {
	const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 1;
	if (isAtEnd) {
		const named = headings.findIndex((heading) => heading.matches(":target"));
		const isVisible = named >= 0 && headings[named].getBoundingClientRect().top >= 0;
		return isVisible ? named : headings.length - 1;
	}
	return headings.findLastIndex((heading) => heading.getBoundingClientRect().top < innerHeight / 4);
}

function markSection() {
	const current = links[currentSection()];
	for (const link of links) {
		if (link === current) {
			link.setAttribute("aria-current", "true");
		} else {
			link.removeAttribute("aria-current");
		}
	}
}

// Browsers let a page write to the clipboard only if it was loaded over HTTPS or from the same computer.
if (navigator.clipboard !== undefined) {
	addCopyButtons();
}
for (const event of ["scroll", "resize", "hashchange"]) {
	addEventListener(event, markSection, { passive: true });
}
markSection();
