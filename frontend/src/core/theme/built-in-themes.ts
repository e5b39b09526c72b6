/** A built-in theme. It sets every color, so that it looks the same in the light and in the dark color scheme. */
export interface BuiltInTheme {
	/** The name, which is also the key of its translation. */
	readonly name: BuiltInThemeName;
	readonly dark: boolean;
	readonly properties: Readonly<Record<string, string>>;
}

export type BuiltInThemeName =
	| "porcelain"
	| "manuscript"
	| "harbor"
	| "meadow"
	| "rosewood"
	| "midnight"
	| "graphite"
	| "espresso"
	| "aubergine"
	| "contrast";

/** The colors of a bar and its content. */
interface SurfaceColors {
	/**
	 * The colors of text and icons: `ink` for the most important ones, `soft` for ordinary ones, `faint` for disabled
	 * ones.
	 */
	readonly ink: string;
	readonly soft: string;
	readonly faint: string;
	readonly surface: string;
	readonly line: string;
	/** The backgrounds of hovered and of pressed controls. */
	readonly hover: string;
	readonly press: string;
	readonly accent: string;
	/** The background of switched-on controls. */
	readonly tint: string;
}

/** The colors from which a theme is built. */
interface Palette extends SurfaceColors {
	/** The background behind the pages. */
	readonly desk: string;
	/** The colors of the bar, if they differ from the other colors of the palette. */
	readonly bar?: SurfaceColors;
	readonly edge: string;
	readonly shade: string;
	readonly thumb: string;
	readonly selection: string;
	readonly hit: string;
	readonly hitActive: string;
	readonly paper?: string;
	readonly font?: string;
}

/** Returns all properties derived from a palette. */
function propertiesOf(palette: Palette): Record<string, string> {
	const bar = palette.bar ?? palette;
	return {
		interfaceColor: palette.ink,
		interfaceBackgroundColor: palette.surface,
		interfaceAccentColor: palette.accent,
		topbarBackgroundColor: bar.surface,
		topbarColor: bar.ink,
		topbarBorderColor: bar.line,
		viewerBackgroundColor: palette.desk,
		viewerScrollbarColor: palette.thumb,
		pageBorderColor: palette.edge,
		pageShadowColor: palette.shade,
		textSelectionBackgroundColor: palette.selection,
		searchHitBackgroundColor: palette.hit,
		searchHitActiveBackgroundColor: palette.hitActive,
		buttonColor: bar.soft,
		buttonHoverColor: bar.ink,
		buttonHoverBackgroundColor: bar.hover,
		buttonActiveColor: bar.ink,
		buttonActiveBackgroundColor: bar.press,
		buttonPressedColor: bar.accent,
		buttonPressedBackgroundColor: bar.tint,
		buttonDisabledColor: bar.faint,
		buttonFocusOutlineColor: bar.accent,
		alternativeButtonColor: bar.soft,
		alternativeButtonBackgroundColor: bar.surface,
		alternativeButtonBorderColor: bar.line,
		alternativeButtonHoverColor: bar.ink,
		alternativeButtonHoverBackgroundColor: bar.hover,
		alternativeButtonHoverBorderColor: bar.line,
		alternativeButtonActiveColor: bar.ink,
		alternativeButtonActiveBackgroundColor: bar.press,
		alternativeButtonDisabledColor: bar.faint,
		...(palette.paper === undefined ? {} : { pageBackgroundColor: palette.paper }),
		...(palette.font === undefined ? {} : { interfaceFontFamily: palette.font }),
	};
}

const yellowHits = { hit: "#ffd54a80", hitActive: "#ff9f1a99" };
const lightPaper = { edge: "#171e2a12", shade: "#171e2a2b" };
const darkPaper = { edge: "#00000080", shade: "#000000a6" };

const light: readonly (readonly [BuiltInThemeName, Palette])[] = [
	[
		"porcelain",
		{
			...yellowHits,
			...lightPaper,
			ink: "#14252b",
			soft: "#47606a",
			faint: "#8fa3ab",
			surface: "#ffffff",
			line: "#d5e2e4",
			hover: "#eaf3f3",
			press: "#d8e8e9",
			accent: "#0a6b72",
			tint: "#d9eef0",
			desk: "#e7eff0",
			thumb: "#8fa9ad",
			selection: "#0a9aa347",
		},
	],
	[
		"manuscript",
		{
			ink: "#3b2c1c",
			soft: "#6b573f",
			faint: "#a99678",
			surface: "#fbf5e8",
			line: "#e3d6bd",
			hover: "#f3e9d3",
			press: "#e9dbbd",
			accent: "#8c4316",
			tint: "#f4dfc6",
			desk: "#ece1cb",
			edge: "#5b432314",
			shade: "#5b43233d",
			thumb: "#b39c76",
			selection: "#c9823a4d",
			hit: "#f6cf5c80",
			hitActive: "#ec8f2f99",
			paper: "#fffbf1",
			font: "Charter, Georgia, serif",
		},
	],
	[
		"harbor",
		{
			...yellowHits,
			...lightPaper,
			ink: "#152238",
			soft: "#4a5a73",
			faint: "#8d9ab0",
			surface: "#ffffff",
			line: "#d5deea",
			hover: "#edf2f9",
			press: "#dde7f4",
			accent: "#1657b0",
			tint: "#dfeafb",
			desk: "#e3eaf3",
			thumb: "#8fa0b8",
			selection: "#2f74d647",
			bar: {
				ink: "#ffffff",
				soft: "#c4d4ec",
				faint: "#6f88ad",
				surface: "#12315c",
				line: "#0c2445",
				hover: "#1d4379",
				press: "#2a548f",
				accent: "#ffd166",
				tint: "#24497d",
			},
		},
	],
	[
		"meadow",
		{
			...yellowHits,
			...lightPaper,
			ink: "#1c2a1e",
			soft: "#4b6150",
			faint: "#92a595",
			surface: "#fafdf8",
			line: "#d6e3d5",
			hover: "#edf5ea",
			press: "#deebda",
			accent: "#23693a",
			tint: "#dcefdf",
			desk: "#e2ecdf",
			thumb: "#93aa95",
			selection: "#3f9a5a47",
		},
	],
	[
		"rosewood",
		{
			...yellowHits,
			...lightPaper,
			ink: "#33191f",
			soft: "#6f4a53",
			faint: "#b4939b",
			surface: "#fffafa",
			line: "#ecd6da",
			hover: "#fbeef0",
			press: "#f5dfe3",
			accent: "#a01e4b",
			tint: "#fbe0e8",
			desk: "#f1e3e5",
			thumb: "#bf9aa2",
			selection: "#d9487d47",
		},
	],
];

const dark: readonly (readonly [BuiltInThemeName, Palette])[] = [
	[
		"midnight",
		{
			...yellowHits,
			...darkPaper,
			ink: "#e8edf7",
			soft: "#a9b6cf",
			faint: "#5f6d88",
			surface: "#172033",
			line: "#26324a",
			hover: "#222e47",
			press: "#2c3a58",
			accent: "#82b4ff",
			tint: "#20365c",
			desk: "#0d1320",
			thumb: "#4a5a7a",
			selection: "#3b7cff4d",
		},
	],
	[
		"graphite",
		{
			...yellowHits,
			...darkPaper,
			ink: "#f0f0ee",
			soft: "#b4b4b0",
			faint: "#6c6c69",
			surface: "#262625",
			line: "#383836",
			hover: "#333331",
			press: "#40403d",
			accent: "#ffb95e",
			tint: "#453722",
			desk: "#171716",
			thumb: "#5c5c59",
			selection: "#ff9a1f4d",
		},
	],
	[
		"espresso",
		{
			...yellowHits,
			...darkPaper,
			ink: "#f5eadf",
			soft: "#c4b09d",
			faint: "#7c6a5a",
			surface: "#2c221b",
			line: "#41332a",
			hover: "#3a2d24",
			press: "#48392e",
			accent: "#eeae7b",
			tint: "#4d3623",
			desk: "#1c1510",
			thumb: "#6b5747",
			selection: "#d9823a4d",
		},
	],
	[
		"aubergine",
		{
			...yellowHits,
			...darkPaper,
			ink: "#f1eaf8",
			soft: "#bdaed0",
			faint: "#746587",
			surface: "#251b33",
			line: "#392b4b",
			hover: "#332646",
			press: "#413158",
			accent: "#d0a8ff",
			tint: "#432d63",
			desk: "#171020",
			thumb: "#5f4d78",
			selection: "#9a5cff4d",
		},
	],
	[
		"contrast",
		{
			ink: "#ffffff",
			soft: "#ffffff",
			faint: "#9a9a9a",
			surface: "#000000",
			line: "#ffffff",
			hover: "#3a3a3a",
			press: "#565656",
			accent: "#ffe500",
			tint: "#3b3500",
			desk: "#000000",
			edge: "#ffffff",
			shade: "#00000000",
			thumb: "#ffffff",
			selection: "#00b7ff66",
			hit: "#ffe50099",
			hitActive: "#ff9500cc",
		},
	],
];

/** The built-in themes, light ones first. */
export const builtInThemes: readonly BuiltInTheme[] = [
	...light.map(([name, palette]) => ({ name, dark: false, properties: propertiesOf(palette) })),
	...dark.map(([name, palette]) => ({ name, dark: true, properties: propertiesOf(palette) })),
];
