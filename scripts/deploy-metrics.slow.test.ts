import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { createApp } from "#server/app.ts";
import { variables } from "#server/config/config.ts";
import { testServices } from "#server/db/test-database.ts";

const folder = join(import.meta.dirname, "../deploy");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

const rulesIn = (file: string) =>
  z
    .object({
      groups: z.array(
        z.object({
          name: z.string(),
          rules: z.array(
            z.strictObject({
              alert: z.string(),
              expr: z.string(),
              for: z.string().regex(/^\d+m$/),
              labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
              annotations: z.strictObject({ summary: z.string(), todo: z.string() }),
            }),
          ),
        }),
      ),
    })
    .parse(parse(read(file)))
    .groups.flatMap((group) => group.rules);
const rules = rulesIn("prometheus/alerts.yml");
const machineRules = rulesIn("prometheus/machine.yml");

const dashboard = z
  .looseObject({
    panels: z.array(
      z.looseObject({
        id: z.int(),
        title: z.string(),
        targets: z.array(z.looseObject({ expr: z.string(), legendFormat: z.string() })).min(1),
      }),
    ),
  })
  .parse(JSON.parse(read("grafana/rendezvous.json")));

/** PromQL's own words in our expressions. */
const words = new Set([
  "sum",
  "rate",
  "increase",
  "changes",
  "max_over_time",
  "predict_linear",
  "time",
  "max",
  "min",
  "topk",
  "histogram_quantile",
  "by",
  "le",
]);

/** The metrics that an expression reads, each with the labels that it uses. */
function usesOf(expr: string): { metric: string; labels: string[] }[] {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/));
  const plain = expr
    .replaceAll(/\bby \([^)]*\)/g, "")
    .replaceAll(/\[\w+\]/g, "")
    .replaceAll(/"[^"]*"/g, '""');
  return [...plain.matchAll(/\b([a-z]\w*)(?:\{([^}]*)\})?/g)]
    .filter(([, name = ""]) => !words.has(name))
    .map(([, metric = "", selector = ""]) => ({
      metric,
      labels: [...grouped, ...[...selector.matchAll(/(\w+)(?:=|!)/g)].map(([, label = ""]) => label)],
    }));
}

async function exported(): Promise<Map<string, Set<string>>> {
  const { services, close } = await testServices();
  const replica = { read: async () => undefined as never, isUsed: () => true, close: async () => {} };
  const app = await createApp({ ...services, replica });
  try {
    // the age of a queue's oldest job has a value only while one waits
    await sql`insert into pgboss.job (name, data) values ('send-mail', '{}')`.execute(services.db);
    await app.inject({ url: "/healthz", headers: { host: "localhost" } });
    await app.inject({ url: "/api/user.php", headers: { host: "localhost" } });
    const { body } = await app.inject({ url: "/metrics", headers: { host: "localhost" } });
    const found = new Map<string, Set<string>>();
    for (const [, name = "", labels = ""] of body.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
      const known = found.get(name) ?? new Set();
      for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
      found.set(name, known);
    }
    return found;
  } finally {
    await app.close();
    await close();
  }
}

test("D12.3 rules and dashboards read metrics and labels that the product exports", async () => {
  const metrics = await exported();
  // of Prometheus itself
  metrics.set("up", new Set());
  const ofPrometheus = ["job", "instance"];
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];
  expect(usesOf(expressions.find(([name]) => name === "CallsFail")?.[1] ?? "")).toEqual([
    { metric: "http_request_duration_seconds_count", labels: ["status_code"] },
    { metric: "http_request_duration_seconds_count", labels: [] },
  ]);
  const wrong = expressions.flatMap(([name, expr]) =>
    usesOf(expr).flatMap(({ metric, labels }) => {
      const known = metrics.get(metric);
      if (!known) return [`${name}: ${metric}`];
      return labels.filter((label) => !known.has(label) && !ofPrometheus.includes(label)).map((l) => `${name}: ${l}`);
    }),
  );
  expect(wrong).toEqual([]);
  expect([...metrics.keys()].filter((name) => name.startsWith("rendezvous_")).length).toBeGreaterThan(5);
});

/** What the exporters of Debian 13 export, with the labels that rules use. */
const ofExporters: Record<string, readonly string[]> = {
  node_filesystem_avail_bytes: ["fstype", "mountpoint"],
  node_filesystem_size_bytes: ["fstype", "mountpoint"],
  node_systemd_unit_state: ["name", "state"],
  node_systemd_timer_last_trigger_seconds: ["name"],
  probe_ssl_earliest_cert_expiry: [],
  redis_up: [],
};

test("D12.3 rules about the machine read metrics of the exporters that the page names, and units that exist", () => {
  const page = readFileSync(join(folder, "../docs/operators/watching.md"), "utf8");
  const wrong = machineRules.flatMap(({ alert, expr }) =>
    usesOf(expr).flatMap(({ metric, labels }) => {
      const known = ofExporters[metric];
      if (!known) return [`${alert}: ${metric}`];
      return labels.filter((label) => ![...known, "instance"].includes(label)).map((label) => `${alert}: ${label}`);
    }),
  );
  expect(wrong).toEqual([]);
  for (const { alert, expr } of machineRules) {
    expect(page).toContain(`\`${alert}\``);
    for (const [, unit = ""] of expr.matchAll(/name="(rendezvous-[\w.]+)"/g)) read(`systemd/${unit}`);
  }
  const named = [...page.matchAll(/`([A-Z]\w+(?:Down|Late|Dead|Fail|Failed|Full|Soon|Old|Ends))`/g)].map(
    ([, name]) => name,
  );
  const all = [...rules, ...machineRules].map(({ alert }) => alert);
  expect(named.filter((name) => !all.includes(name ?? ""))).toEqual([]);
  const { rule_files: files } = z
    .looseObject({ rule_files: z.array(z.string()) })
    .parse(parse(read("prometheus/prometheus.yml")));
  expect(files).toEqual(["alerts.yml", "machine.yml"]);
});

test("D12.3 each rule says what members notice and what to do; names and variables in them exist", () => {
  const all = [...rules, ...machineRules];
  expect(new Set(all.map(({ alert }) => alert)).size).toBe(all.length);
  for (const { annotations } of all) {
    for (const [name] of annotations.todo.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)) expect(variables).toContain(name);
  }
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});

test.skipIf(spawnSync("promtool", ["--version"]).error !== undefined)("D12.3 promtool finds nothing wrong", () => {
  for (const args of [
    ["check", "config", join(folder, "prometheus/prometheus.yml")],
    ["check", "rules", join(folder, "prometheus/alerts.yml"), join(folder, "prometheus/machine.yml")],
  ]) {
    const { status, stderr, stdout } = spawnSync("promtool", args, { encoding: "utf8" });
    expect({ status, said: status === 0 ? "" : stderr + stdout }).toEqual({ status: 0, said: "" });
  }
});
