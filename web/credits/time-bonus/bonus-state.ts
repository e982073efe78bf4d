import { createContext, use } from "react";
import type { TimeBonus } from "./bonus.ts";

/** The welcome bonus of the member of this page, as long as it lasts; visitors have none. */
export const BonusContext = createContext<TimeBonus | null>(null);
export const useBonus = (): TimeBonus | null => use(BonusContext);
