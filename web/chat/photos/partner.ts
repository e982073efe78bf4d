import { createContext, use } from "react";
import type { Card } from "#contract/profiles.ts";

/** Whether the reader of a chat has to prove their age before they see its photos. */
export const AgeProofNeeded = createContext(false);

const Partner = createContext<Card | null>(null);

/** Gives the photos of a chat the partner, so that each photo can be reported in its place. */
export const PartnerProvider = Partner.Provider;

/** The partner of this chat; null outside of one. */
export const usePartner = () => use(Partner);
