/** What a section below a queue looks for at once, in the history of the page; never in its address. */
export type AskedFind = { find: string };

export const findSectionId = "find";
