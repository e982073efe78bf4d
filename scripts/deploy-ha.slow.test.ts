import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read("docs/operators/high-availability.md");
const runs = (program: string) => spawnSync("which", [program]).status === 0;
const files = ["patroni.yml", "etcd.env", "etcd-leader-away.sh", "haproxy-postgres.cfg", "redis.conf", "sentinel.conf"];

/** The file of the first machine, with passwords. */
const ofMachine = (name: string) =>
  read(`deploy/ha/${name}`)
    .replaceAll("@NAME@", "one")
    .replaceAll("@ADDRESS@", "127.0.0.1")
    .replaceAll(/@[A-Z]+_PASSWORD@/g, "word");

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "ha-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const patroni = z
  .object({
    bootstrap: z.object({
      dcs: z.looseObject({
        ttl: z.int(),
        loop_wait: z.int(),
        retry_timeout: z.int(),
        synchronous_mode: z.literal("quorum"),
        synchronous_mode_strict: z.literal(true),
        failsafe_mode: z.literal(true),
      }),
    }),
    etcd3: z.object({ hosts: z.array(z.string()).length(3) }),
    postgresql: z.looseObject({ bin_dir: z.string(), listen: z.string() }),
  })
  .loose();

test("D12.3 a primary that loses etcd ends before another one may begin", () => {
  const { ttl, loop_wait: wait, retry_timeout: retry } = patroni.parse(parse(ofMachine("patroni.yml"))).bootstrap.dcs;
  expect(wait + 2 * retry).toBeLessThanOrEqual(ttl);
});

test("D12.3 all files name the same three machines, and no placeholder that the page does not explain", () => {
  const machines = ["10.0.0.1", "10.0.0.2", "10.0.0.3"];
  for (const name of ["patroni.yml", "etcd.env", "haproxy-postgres.cfg"]) {
    for (const machine of machines) expect([name, read(`deploy/ha/${name}`).includes(machine)]).toEqual([name, true]);
  }
  for (const name of files) {
    for (const [mark] of read(`deploy/ha/${name}`).matchAll(/@[A-Z_]+@/g)) expect(page).toContain(mark);
    expect(page).toContain(`deploy/ha/${name}`);
  }
});

test("D12.3 the page explains each alert about PostgreSQL's replicas and Redis, and its addresses lead to HAProxy", () => {
  for (const alert of [
    "PrimaryMissing",
    "PrimaryChanged",
    "ReplicaMissing",
    "ReplicaBehind",
    "RehearsalOld",
    "RedisDown",
  ]) {
    expect(page).toContain(`\`${alert}\``);
  }
  const ports = [...read("deploy/ha/haproxy-postgres.cfg").matchAll(/bind 127\.0\.0\.1:(\d+)/g)].map(
    ([, port]) => port,
  );
  expect(ports).toEqual(["5000", "5001"]);
  expect(page).toMatch(/DATABASE_DIRECT_URL=\S+127\.0\.0\.1:5000/);
  expect(page).toMatch(/DATABASE_REPLICA_URL=\S+127\.0\.0\.1:5001/);
});

test.skipIf(!runs("haproxy"))("D12.3 haproxy finds nothing wrong with both files together", () => {
  const places = { HAPROXY_BIND: "127.0.0.1:8080", WEB1: "127.0.0.1:3000", WEB2: "127.0.0.1:3001" };
  const args = ["-c", "-f", join(root, "deploy/haproxy.cfg"), "-f", join(root, "deploy/ha/haproxy-postgres.cfg")];
  const { status, stderr, stdout } = spawnSync("haproxy", args, {
    env: { ...process.env, ...places },
    encoding: "utf8",
  });
  expect({ status, said: (stderr + stdout).match(/WARNING|ALERT.*/g) }).toEqual({ status: 0, said: null });
});

test.skipIf(!runs("etcd"))("D12.3 etcd knows each variable of its file", () => {
  const { stdout, stderr } = spawnSync("etcd", ["--help"], { encoding: "utf8" });
  for (const [, name = ""] of read("deploy/ha/etcd.env").matchAll(/^ETCD_(\w+)=/gm)) {
    expect(stdout + stderr).toContain(`--${name.toLowerCase().replaceAll("_", "-")}`);
  }
});

test("D12.3 a new primary's machine hands etcd's leadership to the next machine that takes it, and to no dead one", () => {
  const folder = scratch();
  const script = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
    return join(folder, name);
  };
  const handOver = (role: string, leader: number) => {
    rmSync(join(folder, "asked"), { force: true });
    script(
      "etcdctl",
      `#!/bin/sh
case "$*" in
*"endpoint status"*) printf '"MemberID" : 17\\n"Leader" : ${leader}\\n' ;;
*"member list"*) printf '11, started, one, a, b, false\\n12, started, two, a, b, false\\n13, unstarted, , a, b, false\\n14, started, three, a, b, false\\n15, started, four, a, b, false\\n' ;;
*move-leader*) echo "$@" >> "${folder}/asked"; case "$*" in *" 12") exit 1 ;; esac ;;
esac
`,
    );
    const away = script("away.sh", ofMachine("etcd-leader-away.sh"));
    const { status, stderr } = spawnSync(away, ["on_role_change", role, "rendezvous"], {
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return existsSync(join(folder, "asked")) ? readFileSync(join(folder, "asked"), "utf8") : "";
  };
  const asked = (id: number) => `--endpoints=127.0.0.1:2379 move-leader ${id}\n`;
  expect([handOver("primary", 17), handOver("primary", 18), handOver("replica", 17)]).toEqual([
    asked(12) + asked(14),
    "",
    "",
  ]);
});

test.skipIf(!runs("redis-sentinel"))(
  "D12.3 Redis and Sentinel start with their files, and the Sentinel finds it",
  async () => {
    const folder = scratch();
    const [redisPort, sentinelPort] = [20_000 + (process.pid % 10_000), 30_000 + (process.pid % 10_000)];
    const changed = (name: string) =>
      ofMachine(name)
        .replace("bind 127.0.0.1 127.0.0.1", "bind 127.0.0.1")
        .replaceAll("10.0.0.1", "127.0.0.1")
        .replaceAll("6379 2", `${redisPort} 2`)
        .replace(/^port 6379$/m, `port ${redisPort}`)
        .replace(/^port 26379$/m, `port ${sentinelPort}`);
    const start = async (program: string, name: string) => {
      writeFileSync(join(folder, name), changed(name));
      const child = spawn(program, [join(folder, name), "--dir", folder], { stdio: ["ignore", "pipe", "inherit"] });
      let said = "";
      child.stdout.on("data", (data) => {
        said += String(data);
      });
      onTestFinished(async () => {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      });
      return () => said;
    };
    const redis = await start("redis-server", "redis.conf");
    await expect.poll(() => redis()).toContain("Ready to accept connections");
    const sentinel = await start("redis-sentinel", "sentinel.conf");
    await vi.waitFor(
      () => expect(sentinel()).toContain(`+monitor master rendezvous 127.0.0.1 ${redisPort} quorum 2`),
      20_000,
    );
  },
);
