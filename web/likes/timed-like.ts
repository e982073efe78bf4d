/** The longest wait that an address may ask for, in seconds. */
const longestSeconds = 3_600;

/** Reads the seconds of `?t=` after which the like modal is shown; null without a number up to an hour. */
export function readSeconds(search: string): number | null {
  const text = new URLSearchParams(search).get("t") ?? "";
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text)) return null;
  const seconds = Number(text);
  return seconds <= longestSeconds ? seconds : null;
}

/** The search part of an address without `t`. */
export function withoutSeconds(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("t");
  return params.size === 0 ? "" : `?${params}`;
}
