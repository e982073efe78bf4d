import { expect, test } from "vitest";
import { z } from "zod";
import type { ShownSetting, SiteValue } from "#contract/staff-sites.ts";
import { formOf } from "#server/features/sites/allowed-values.ts";
import { type SettingKey, settingDefinitions } from "#server/site-settings.ts";
import { boxName, factorName, isTicked, offerOf, readValue, textsOf } from "./setting-value.ts";

const keys = Object.keys(settingDefinitions) as SettingKey[];
const settingOf = (name: SettingKey): ShownSetting => {
  const { schema, default: fallback, description } = settingDefinitions[name];
  const setting = { name, label: name, description, required: false, saved: undefined, promised: false };
  return { ...setting, ...formOf(schema), fallback: fallback as SiteValue };
};

/** All texts that a JSON schema names. */
function textsIn(shape: unknown): string[] {
  if (typeof shape === "string") return [shape];
  return typeof shape === "object" && shape !== null ? Object.values(shape).flatMap(textsIn) : [];
}
const named = new Set(
  keys.flatMap((name) =>
    textsIn(z.toJSONSchema(settingDefinitions[name].schema, { io: "input", unrepresentable: "any" })),
  ),
);
const texts = [...named, "", "a", "DE", "officer@example.org", "www.example.org", "Some words, and more", "/cdn"];
const period = "2026-12-01T02:00Z/2026-12-01T04:00Z";
const postbacks = [{ network: "adnet", steps: ["signup"], url: "https://adnet.example/?click={sub1}&id={conversion}" }];
const numbers = [0, 1, 2, 7, 14, 18, 50, 99, 365, 1000, 10_000];
/** Values of every kind; each setting allows some of them. */
const candidates: SiteValue[] = [
  "🎪",
  "fictional people",
  ...[true, false, ...numbers, ...texts, period, "M0 0L32 32", { rose: 1, ring: 100 }, [], postbacks],
  // a list is typed with commas between its items
  ...texts.filter((text) => text !== "" && !text.includes(",")).map((text) => [text]),
];

/** What the form of a setting sends if its field shows a value; undefined: the field can't show it. */
function fieldsFor(setting: ShownSetting, value: SiteValue): Record<string, string> | undefined {
  const { name, kind, options, most } = setting;
  if (kind === "switch") return value === true ? { [name]: "on" } : {};
  if (kind === "choice") return options.includes(String(value)) ? { [name]: String(value) } : undefined;
  if (kind === "postbacks") return { [name]: JSON.stringify(value) };
  if (kind === "gifts") {
    const factors = Object.entries(offerOf(value));
    return Object.fromEntries(
      factors.flatMap(([gift, factor]) => [
        [boxName(name, gift), "on"],
        [factorName(name, gift), String(factor)],
      ]),
    );
  }
  if (isTicked(setting)) {
    const ticked = textsOf(value);
    if (!ticked.every((text) => options.includes(text))) return undefined;
    return Object.fromEntries(ticked.map((text) => [boxName(name, text), "on"]));
  }
  if (Array.isArray(value)) return { [name]: textsOf(value).join(", ") };
  return String(value).length <= (most ?? Number.POSITIVE_INFINITY) || kind === "number"
    ? { [name]: String(value) }
    : undefined;
}

test.for(keys)("D2.2 the field of the setting %s can hold each allowed value, and offers no other", (name) => {
  const setting = settingOf(name);
  const { schema, default: fallback } = settingDefinitions[name];
  const allowed = [fallback as SiteValue, ...candidates].filter((value) => {
    const parsed = schema.safeParse(value);
    // a value that the server changes is not what a field holds afterwards
    return parsed.success && JSON.stringify(parsed.data) === JSON.stringify(value);
  });
  expect(allowed.length).toBeGreaterThan(1);
  for (const value of allowed) {
    const fields = fieldsFor(setting, value);
    expect([value, fields && readValue(setting, fields)]).toEqual([value, value]);
  }
  for (const option of setting.options) {
    if (setting.kind === "choice") expect([option, schema.safeParse(option).success]).toEqual([option, true]);
    if (setting.kind === "choices") expect([option, schema.safeParse([option]).success]).toEqual([option, true]);
  }
});

test("D2.2 the address of the data protection officer is typed, and may be empty", () => {
  expect(settingOf("officer_email")).toMatchObject({ kind: "text", options: [] });
});
