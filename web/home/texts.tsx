import { createContext } from "react";
import type english from "#locales/en/home.json";
import { useLoadedTexts } from "#web/lib/loaded-texts.ts";

export type HomeTexts = Partial<typeof english>;

const TextsContext = createContext<HomeTexts>({});
export const HomeTextsProvider = TextsContext.Provider;

/** The catalog that is sent with the home page. */
export const useHomeTexts = () => useLoadedTexts<typeof english>(TextsContext);
