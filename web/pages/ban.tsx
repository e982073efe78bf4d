import type { ScreenHandle } from "#web/lib/page.ts";

export { action, default, loader } from "./page.tsx";

/** R2.14: a visitor who declines the entry warning is led here. */
export const handle: ScreenHandle = { who: "everyone", texts: [], entryWarning: false };
