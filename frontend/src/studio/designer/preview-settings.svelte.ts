/** The devices that the preview can simulate, with the widths of their screens in CSS pixels. */
export const devices = [
	{ name: "desktop", width: 1280 },
	{ name: "tablet", width: 820 },
	{ name: "phone", width: 390 },
] as const;

export type DeviceName = (typeof devices)[number]["name"];

/**
 * The document and the device in the preview. They stay the same for all profiles and themes until the window is
 * closed.
 */
export const previewSettings: { document: string | undefined; device: DeviceName } = $state({
	document: undefined,
	device: "desktop",
});

export function deviceOf(name: DeviceName): (typeof devices)[number] {
	return devices.find((device) => device.name === name) ?? devices[0];
}
