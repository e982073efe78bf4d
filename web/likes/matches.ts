import { createListeners } from "#web/lib/listeners.ts";

const matches = createListeners<[memberId: string]>();

/** Publishes that the viewer's like was returned, for browsers that the event stream does not reach. */
export const publishMatch = matches.emit;

/** Runs the listener for each such match; returns a function that stops it. */
export const onMatch = matches.listen;
