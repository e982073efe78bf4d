import { createContext } from "react";

/** What the page's policy knows its own inline scripts by; undefined in the browser, which has run them. */
export const NonceContext = createContext<string | undefined>(undefined);
