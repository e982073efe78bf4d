import { createContext } from "react";
import type english from "#locales/en/landings.json";
import { useLoadedTexts } from "#web/lib/loaded-texts.ts";

export type LandingTexts = Partial<typeof english>;

const TextsContext = createContext<LandingTexts>({});
export const LandingTextsProvider = TextsContext.Provider;

/** The catalog that is sent with the landing page. */
export const useLandingTexts = () => useLoadedTexts<typeof english>(TextsContext);
