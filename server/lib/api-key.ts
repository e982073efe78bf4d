/**
 * A program's API key as a regular expression, with groups for its parts: `rv_`, by which scanners recognise a leaked
 * key; the id without hyphens; 256 random bits as base64url.
 */
export const apiKeyPattern = "rv_([0-9a-f]{32})_([A-Za-z0-9_-]{43})";

export const writeKey = (id: string, secret: string): string => `rv_${id.replaceAll("-", "")}_${secret}`;
