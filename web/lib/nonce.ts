import { createContext } from "react";

/** The nonce that allows the page's own inline scripts; undefined in the browser, which has already run them. */
export const NonceContext = createContext<string | undefined>(undefined);
