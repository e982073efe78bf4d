const blockedHere = new Set<string>();

/** The members that this tab is blocking now. The tab shows the result itself and ignores the live event. */
export const blocking = {
  begin: (id: string) => blockedHere.add(id),
  end: (id: string) => blockedHere.delete(id),
  includes: (id: string) => blockedHere.has(id),
} as const;
