import { decodePart } from "./decode-part.ts";

/** An account at Twilio, or at a gateway that offers the same call. */
export type TwilioAccount = {
  sid: string;
  token: string;
  /** A phone number in E.164 form, or the name that phones show. */
  from: string;
  /** Where the API is; a test passes its stand-in. */
  baseUrl: string;
};

/**
 * Reads `SMS_URL`, `twilio://SID:TOKEN@api.twilio.com?from=+31…`; undefined if a part is missing. A plus in an address
 * may also be typed as it is, which decodes to a blank.
 */
export function readSmsUrl(text: string): TwilioAccount | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "twilio:" || url.host === "") return undefined;
  const [sid, token] = [decodePart(url.username), decodePart(url.password)];
  const from = (url.searchParams.get("from") ?? "").replace(/^ (?=\d)/, "+").trim();
  if (sid === "" || token === "" || from === "") return undefined;
  return { sid, token, from, baseUrl: `https://${url.host}` };
}
