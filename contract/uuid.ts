const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The multipliers of four hashes: two texts that collide in one of them differ in another. */
const factors = [0x01000193, 0x85ebca6b, 0xc2b2ae35, 0x9e3779b1];

/** A UUID (version 8) that stands for a text, computed synchronously and alike everywhere. It is no secret. */
export function uuidOf(text: string): string {
  const lanes = factors.map((factor) => {
    let hash = factor;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), factor);
    return (hash >>> 0).toString(16).padStart(8, "0");
  });
  return lanes.join("").replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-8$3-8$4-");
}

/** Whether a text is a UUID of any version, for texts that no schema of the contract checks. */
export const isUuid = (text: unknown): text is string => typeof text === "string" && pattern.test(text);
