/** The name of the profile and of the theme that apply wherever no other one is chosen. */
export const defaultSetName = "default";
