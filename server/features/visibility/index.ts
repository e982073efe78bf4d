export { assertVisible, requireVisible } from "./require-visible.ts";
export { mayBeShown, type Visibility, visibilityError } from "./rules.ts";
export { findPeople, findVisibility, hasBlocks, openToVisitors, selectBlockedIds, visibilityColumns } from "./store.ts";
