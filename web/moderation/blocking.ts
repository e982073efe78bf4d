const here = new Set<string>();

/** The members that this tab is blocking now. The tab shows the result itself and ignores the live event. */
export const blocking = {
  begin: (id: string) => here.add(id),
  end: (id: string) => here.delete(id),
  includes: (id: string) => here.has(id),
} as const;
