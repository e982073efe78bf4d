export { assertVisible, requireVisible } from "./require-visible.ts";
export { mayBeShown, type Visibility, visibilityError } from "./rules.ts";
export { blockedOf, findPeople, findVisibility, hasBlocks, visibilityOf } from "./store.ts";
