import { z } from "zod";

export const siteKey = z.string("required").min(1, "required").max(60, "invalid");

export const namedSite = z.object({ key: siteKey, name: z.string() });
export type NamedSite = z.output<typeof namedSite>;
