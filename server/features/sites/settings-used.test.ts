import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCatalogs } from "#locales/read-catalogs.ts";
import { type SettingKey, settingDefinitions } from "#server/site-settings.ts";
import { settingGroups } from "#web/office/sites/setting-groups.ts";

const root = join(import.meta.dirname, "../../..");
const files = globSync("{contract,server,web}/**/*.{ts,tsx}", { cwd: root }).filter(
  // files that only pass settings on do not count
  (path) => !/\.test\.|\/test-|site-settings\.ts$|sites\/(?:seed-demo|fictional-words)\.ts$/.test(path),
);
const code = files.map((path) => readFileSync(join(root, path), "utf8")).join("\n");

/** Settings that change nothing yet. Each is on the specification's list, which callers rely on (R3.04). */
const withoutEffect: Partial<Record<SettingKey, string>> = {
  fictional_singular: "no screen uses the singular within a sentence yet; settings.php returns it to callers",
};

/** `settings.key`, or the key destructured from a value called settings; the lock rules are a part of the settings. */
function isRead(key: string): boolean {
  const dotted = new RegExp(`(?:[sS]ettings(?:\\(\\))?|\\brules)\\.${key}\\b`);
  const destructured = new RegExp(
    `\\{[^{}]*\\b${key}\\b[^{}]*\\}(?: \\})* = (?:await )?[^;\\n]*(?:[sS]ettings|site)\\b`,
  );
  return dotted.test(code) || destructured.test(code);
}

test("D2.2 each setting is read by the code, or listed and described as without effect", () => {
  for (const [key, { description }] of Object.entries(settingDefinitions)) {
    const reason = withoutEffect[key as SettingKey];
    expect(isRead(key), `${key} is ${reason ? "listed as without effect, but read" : "never read"}`).toBe(!reason);
    expect(description.includes("no effect yet"), key).toBe(reason !== undefined);
  }
});

test("D2.2 each setting has a place on the screen of the back office, a label, and a text that says what it does", () => {
  const names = Object.keys(settingDefinitions).sort();
  expect(Object.values(settingGroups).flat().sort()).toEqual(names);
  const texts = readCatalogs("en")["settings-help"] as Record<SettingKey, { label: string; text: string }>;
  expect(Object.keys(texts).sort()).toEqual(names);
  for (const [key, words] of Object.entries(texts)) expect(Object.keys(words), key).toEqual(["label", "text"]);
  const labels = Object.values(texts).map(({ label }) => label);
  expect(
    labels.filter((label, at) => labels.indexOf(label) !== at),
    "two settings with one label",
  ).toEqual([]);
});
