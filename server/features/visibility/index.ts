export { assertVisible, requireVisible } from "./require-visible.ts";
export { mayBeShown, visibilityError } from "./rules.ts";
export { blockedOf, findPeople, findVisibility, hasBlocks, type Visibility, visibilityOf } from "./store.ts";
