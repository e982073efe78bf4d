import { createContext, use } from "react";

/** The time-limited welcome discount of a member. */
export type TimeBonus = {
  percentage: number;
  expires: string;
  /** Milliseconds that were left when the server answered; the first paint shows this. */
  left: number;
  /** When it ends on this browser's clock, in milliseconds: `left` after the answer, so every tab shows the same. */
  endsAt: number;
};

/** The welcome bonus of the member of this page, as long as it lasts; visitors have none. */
export const BonusContext = createContext<TimeBonus | null>(null);
export const useBonus = (): TimeBonus | null => use(BonusContext);
