const here = new Set<string>();

/** Whom this tab is blocking just now: it shows what comes of it itself, and need not be told by the event. */
export const blocking = {
  begin: (id: string) => here.add(id),
  end: (id: string) => here.delete(id),
  isHere: (id: string) => here.has(id),
} as const;
