/**
 * Matches windows as narrow as those of telephones. The style sheet uses the same width. In such windows, the side
 * panel covers the pages instead of being beside them.
 */
export const narrowWindow = "(width < 640px)";
