import { z } from "zod";

const uuid = z.uuid();

/** Whether a text is a UUID, for texts that no schema of the contract checks. */
export const isUuid = (text: unknown): text is string => uuid.safeParse(text).success;
