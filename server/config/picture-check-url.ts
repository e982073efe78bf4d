import { decodePart } from "./decode-part.ts";

/** The service for pictures: its address, and the token that it asks for; empty: none. */
export type PictureService = { address: string; token: string };

/** Reads `https://:TOKEN@pictures.example.org/check`; undefined if it has another form. */
export function readPictureCheckUrl(text: string): PictureService | undefined {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username !== "") return undefined;
  const token = decodePart(url.password);
  if (token === "" && url.password !== "") return undefined;
  url.password = "";
  return { address: url.href, token };
}
