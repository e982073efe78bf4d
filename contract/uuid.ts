const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version, for texts that no schema of the contract checks. */
export const isUuid = (text: unknown): text is string => typeof text === "string" && pattern.test(text);
