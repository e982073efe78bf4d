export { assertVisible, requireVisible } from "./require-visible.ts";
export { mayBeShown, sumShown, type Visibility, visibilityError } from "./rules.ts";
export {
  findPeople,
  findVisibility,
  hasBlocks,
  openToVisitors,
  selectBlockedIds,
  visibilityColumns,
  visibilityFacts,
} from "./store.ts";
