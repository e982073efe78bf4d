import { createContext } from "react";

/** Whether the reader of a chat has to prove their age before they see its photos (D11.6). */
export const AgeProofNeeded = createContext(false);
