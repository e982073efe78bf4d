import { createContext } from "react";
import type english from "#locales/en/landers.json";
import { useLoadedTexts } from "#web/lib/loaded-texts.ts";

export type LanderTexts = Partial<typeof english>;

const TextsContext = createContext<LanderTexts>({});
export const LanderTextsProvider = TextsContext.Provider;

/** The catalog that is sent with the lander: its own part and the common one. */
export const useLanderTexts = () => useLoadedTexts<typeof english>(TextsContext);
