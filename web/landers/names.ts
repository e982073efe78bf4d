export { type LanderName, landerNames } from "#contract/landers.ts";
