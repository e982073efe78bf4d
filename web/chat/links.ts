import { LinkifyIt } from "linkify-it";

/** A piece of a message: text as it is, or an address that it names. */
export type Piece = { text: string; url?: URL };

/** Only addresses of web pages are links; an email address or a `javascript:` stays text. */
const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, urlAuth: true })
  .add("ftp:", null)
  .add("mailto:", null)
  .add("//", null);

function parseWebAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : undefined;
}

/** Splits a message at the addresses in it. Joined again, the pieces are the message. */
export function splitAtLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { index, lastIndex, url: address } of finder.match(text) ?? []) {
    const url = parseWebAddress(address);
    if (!url) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: text.slice(index, lastIndex), url });
    end = lastIndex;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
