import { z } from "zod";

export const siteKey = z.string("required").min(1, "required").max(60, "invalid");
