import { createContext, use } from "react";
import type { Card } from "#contract/profiles.ts";

const Partner = createContext<Card | null>(null);

/** Tells the photos of a chat who the partner is, so that a photo can be reported from where it is shown (D11.2). */
export const PartnerProvider = Partner.Provider;

/** The partner of this chat; null outside of one. */
export const usePartner = () => use(Partner);
