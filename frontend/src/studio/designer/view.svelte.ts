/** Windows in which a viewer can be shown, by their width in CSS pixels. */
export const devices = [
	{ name: "desktop", width: 1280 },
	{ name: "tablet", width: 820 },
	{ name: "phone", width: 390 },
] as const;

export type DeviceName = (typeof devices)[number]["name"];

/** What the preview shows, for as long as the window is open: the same of whatever is designed next. */
export const shown: { document: string | undefined; device: DeviceName } = $state({
	document: undefined,
	device: "desktop",
});

export function deviceOf(name: DeviceName): (typeof devices)[number] {
	return devices.find((device) => device.name === name) ?? devices[0];
}
