import type { Card } from "./profiles.ts";

/** Whether a person answers for a profile (D14.1). If not, whatever is sent to it costs nothing. */
export const isServed = ({ fictional, automatic }: Pick<Card, "fictional" | "automatic">): boolean =>
  !fictional && !automatic;
