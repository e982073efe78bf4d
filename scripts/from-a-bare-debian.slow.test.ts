import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import webPush from "web-push";
import { variables } from "#server/config/config.ts";
import { secretVariables } from "#server/config/secret-files.ts";
import { withClient } from "#server/db/client.ts";
import { serverUrlVariable } from "#server/db/test-database.ts";
import { createProbes } from "#server/doctor/probes.ts";
import { start } from "#server/test-start.ts";
import { runDoctor } from "./doctor.ts";
import { runSite } from "./site.ts";
import { runStaff } from "./staff.ts";

const project = join(import.meta.dirname, "..");
const page = readFileSync(join(project, "docs/operators/from-a-bare-debian.md"), "utf8");
const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, code = ""]) => code);

/** The page's environment file: the block that has variables only. */
const environment = blocks.find((code) => /^([A-Z_]+=.*\n)+$/.test(code)) ?? "";

/** A here-document is one command; a comment and the blanks before it are none. */
const commandsOf = (code: string) =>
  (code.replaceAll("\\\n", " ").match(/^[^\n]*<<'END'\n[\s\S]*?^END$|^[^\n]+$/gm) ?? []).flatMap((line) =>
    line.includes("<<'END'") ? [line] : line.replace(/\s+#.*$/, "").split(" && "),
  );

/** The page's commands, those within its sentences included, each once. */
const commands = [
  ...new Set(
    [
      ...blocks.filter((code) => code !== environment).flatMap(commandsOf),
      ...[
        ...page.replaceAll(/```.*?```/gs, "").matchAll(/`((?:apt|ufw|npx|npm|openssl|sudo|podman|systemctl) [^`]+)`/g),
      ]
        .map(([, line = ""]) => line.replace(/\s+/g, " "))
        .flatMap(commandsOf),
    ].map((command) => command.replace(/\s+/g, " ").trim()),
  ),
];

const scratch = mkdtempSync(join(tmpdir(), "debian-"));
/** The name of the database and of the role that owns it, on the server of the tests. */
const name = `rendezvous_${randomUUID().slice(0, 8)}`;
const server = new URL(process.env[serverUrlVariable] ?? "");
const passwords = { [name]: "ownerword", [`${name}_app`]: "appword" };
const urlOf = (role: string) =>
  Object.assign(new URL(server), { username: role, password: passwords[role], pathname: `/${name}` }).href;
const pushKeys = webPush.generateVAPIDKeys();
const secrets = join(scratch, "etc/rendezvous/secrets");

/** Runs a command of the page: in the scratch folder, as the user of the test, on the test's server and names. */
function run(command: string): string {
  const here = command
    .replaceAll("sudo -u postgres ", "")
    .replaceAll("--pwprompt ", "")
    .replaceAll(/ -g rendezvous\b/g, "")
    .replaceAll(/rendezvous(?=(?:_app)?$|(?:_app)? )|(?<=dbname=)rendezvous/g, name)
    .replaceAll(/(?<= )\/etc\//g, `${scratch}/etc/`)
    .replaceAll(/(?<=< )deploy\//g, `${scratch}/deploy/`);
  const { hostname, port, username, password, searchParams } = server;
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", here], {
    cwd: scratch,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      PGHOST: searchParams.get("host") ?? hostname,
      PGPORT: port || "5432",
      PGUSER: username,
      PGPASSWORD: password,
      PGDATABASE: "postgres",
    },
  });
  if (status !== 0) throw new Error(`${here}\n${stderr}`);
  return stdout;
}

/** The statement that `createdb` sends: older ones, as on the machine of a test, don't know all of its options. */
function statementOf(command: string): string {
  const [database = "", ...options] = command
    .split(" ")
    .slice(1)
    .filter((word) => word !== "-u")
    .reverse();
  const settings = options.flatMap((option) => {
    const [, key = "", value = ""] = /^--([\w-]+)=(\S+)$/.exec(option) ?? [];
    if (key === "") return [];
    if (key === "owner" || key === "template") return [`${key} = ${value.replace("rendezvous", name)}`];
    return [`${key.replace("-", "_")} = '${value}'`];
  });
  return `create database ${database.replace("rendezvous", name)} with ${settings.join(" ")}`;
}

/** Commands that run here, in the order of the page. */
const runHere = [
  /^mkdir -m 700 secrets$/,
  /^cat > \.env <<'END'/,
  /^sudo -u postgres createuser /,
  /^sudo -u postgres createdb /,
  /^sudo -u postgres psql --dbname=rendezvous < deploy\/roles\.sql$/,
  /^echo "requirepass [^"]+" >> \/etc\/redis\/redis\.conf$/,
  /^install -d /,
  /^cp deploy\/systemd\/\*\.service \/etc\/systemd\/system\/$/,
];

/** Commands that can't run here, and what stands for them. */
const notHere: [command: RegExp, why: string][] = [
  [/^apt (?:update|install) /, "installs packages of the system"],
  [/^apt update$/, "installs packages of the system"],
  [/apt\.postgresql\.org\.sh -y$/, "adds PostgreSQL's own packages to the system"],
  [/^ufw /, "changes the firewall of the machine"],
  [/^git clone <the repository> /, "the project is here"],
  [/^cd \/opt\/rendezvous/, "the project is here"],
  [/^chown 10001:999 secrets\/\* *$/, "needs root"],
  [/^chmod 440 secrets\/\*$/, "locks out a test that is not root"],
  [/^podman compose /, "deploy.slow.test.ts compares what it reads with the product"],
  [/^useradd --system /, "adds a user to the system"],
  [/^systemctl /, "there is no systemd to talk to; its units are verified"],
  [/^node -e "import\('\.\/scripts\/prepare\.mjs'\)/, "npm start runs the same function, and journeys use its build"],
  [/^openssl rand /, "the test has secrets of its own"],
  [/^npx web-push generate-vapid-keys$/, "the test calls the same function"],
  [/^npm run (?:doctor|site|staff)\b/, "run below, on a product that runs with the page's environment"],
  [/^sudo -u rendezvous env /, "the same, with the environment file"],
];

beforeAll(() => {
  for (const folder of ["etc/redis", "etc/systemd/system"]) mkdirSync(join(scratch, folder), { recursive: true });
  cpSync(join(project, "deploy"), join(scratch, "deploy"), { recursive: true });
  const roles = join(scratch, "deploy/roles.sql");
  writeFileSync(roles, readFileSync(roles, "utf8").replaceAll("rendezvous", name));
});
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
  await withClient(server.href, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`drop role if exists ${name}, ${name}_app`);
  });
});

test("D12.2 each command of the page runs here, or is named with the reason why not", () => {
  const kinds = commands.map((command) => ({
    command,
    kinds: [...runHere, ...notHere.map(([pattern]) => pattern)].filter((pattern) => pattern.test(command)).length,
  }));
  expect(kinds.filter((one) => one.kinds !== 1)).toEqual([]);
  for (const pattern of [...runHere, ...notHere.map(([each]) => each)]) {
    expect(commands.filter((command) => pattern.test(command)).length, String(pattern)).toBeGreaterThan(0);
  }
});

test("D12.2 npm installs exactly what the lock file names, for production too", () => {
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) cpSync(join(project, file), join(scratch, file));
  for (const more of [[], ["--omit=dev"]]) {
    const args = ["ci", "--dry-run", "--offline", "--no-audit", ...more];
    const { status, stderr } = spawnSync("npm", args, { cwd: scratch, encoding: "utf8" });
    expect({ more, status, stderr: status === 0 ? "" : stderr }).toEqual({ more, status: 0, stderr: "" });
  }
});

test("D12.2 the page's commands make roles, a database and an environment, with which the product starts", async () => {
  for (const command of commands.filter((each) => runHere.some((pattern) => pattern.test(each)))) {
    const text = blocks.join("\n").match(/^cat > \.env <<'END'\n[\s\S]*?^END$/m)?.[0];
    if (command.includes(" createdb ")) await withClient(server.href, (client) => client.query(statementOf(command)));
    else run(command.startsWith("cat > .env") ? (text ?? "") : command);
    for (const [, role = ""] of command.matchAll(/createuser .*?(rendezvous(?:_app)?)$/g)) {
      const own = role.replace("rendezvous", name);
      // a terminal is asked for the password
      await withClient(server.href, (client) => client.query(`alter role ${own} password '${passwords[own]}'`));
    }
  }
  // what Compose reads of the file is what it names, and the other way round
  const compose = readFileSync(join(project, "deploy/compose.yaml"), "utf8");
  const written = readFileSync(join(scratch, ".env"), "utf8").match(/^[A-Z_]+(?==)/gm) ?? [];
  for (const variable of written) expect(compose).toMatch(new RegExp(`\\$\\{?${variable}\\b`));
  expect(readFileSync(join(scratch, "etc/redis/redis.conf"), "utf8")).toMatch(/^requirepass \S/);
  expect(readdirSync(join(scratch, "etc/systemd/system"))).toContain("rendezvous-web@.service");
  expect(existsSync(secrets)).toBe(true);

  const values: Record<string, string> = {
    database_url: urlOf(`${name}_app`),
    database_owner_url: urlOf(name),
    redis_url: "redis://:word@127.0.0.1:1",
    secret: "x".repeat(64),
    smtp_url: "smtp://user:password@mail.example.org:587?requireTLS=true",
    mollie_api_key: `live_${"a1".repeat(15)}`,
    vapid_private_key: pushKeys.privateKey,
  };
  const allVariables = new Set<string>([...variables, ...secretVariables.map((variable) => `${variable}_FILE`)]);
  const lines = environment.trim().split("\n");
  const env = Object.fromEntries(
    lines.map((line) => {
      const [variable = "", value = ""] = [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)];
      expect(allVariables).toContain(variable);
      if (!variable.endsWith("_FILE")) return [variable, value === "B…" ? pushKeys.publicKey : value];
      const file = value.replace("/etc/rendezvous/secrets/", "");
      // the page's table of secrets has it
      expect(page).toContain(`| \`${file}\` |`);
      writeFileSync(join(secrets, file), `${values[file]}\n`);
      return [variable, join(secrets, file)];
    }),
  );
  const all = { ...env, DATA_DIR: join(scratch, "data") };
  const product = start({ ...all, SERVICES: "web", HOST: "127.0.0.1" });
  try {
    await product.saying("Rendezvous is ready: ");
    const [address = ""] = /http:\S+/.exec(product.output()) ?? [];
    expect((await fetch(new URL("/readyz", address))).status).toBe(200);

    const company = ["company.name=Zweisam GmbH", "company.address1=Weg 1", "company.city=Hamburg"];
    const own = ["company.country=DE", "company.vat_numbers=DE123456789", "company.kvk=HRB 12345"];
    const said: string[] = [];
    await runSite(["create", "zweisam", "domain=zweisam.example", "name=Zweisam", ...company, ...own], all, (line) =>
      said.push(line),
    );
    await runStaff(["add", "anna@zweisam.example", "Anna Jansen", "admin"], all, (line) => said.push(line));
    expect(said.join("\n")).toContain("zweisam");

    // what stands outside this machine is well; the roles and the database are examined as they are
    const real = createProbes();
    const probes = {
      ...real,
      resolve: async () => [],
      request: async () => ({ status: 200, date: new Date() }),
      mailServer: async () => {},
      redis: async () => "7.2.4",
    };
    const lines: string[] = [];
    await runDoctor([], all, (line) => lines.push(line), probes).catch((error: Error) => lines.push(error.message));
    // the server of the tests keeps nothing on disk, and the names are invented
    const expected = /fsync|full_page_writes|synchronous_commit|^WRONG {2}mail zweisam\.example:/;
    expect(lines.filter((line) => line.startsWith("WRONG") && !expected.test(line))).toEqual([]);
    expect(lines).toContain("ok     configuration: every variable is valid");
    expect(lines).toContain("ok     push: the push keys belong together");
    expect(lines).toContainEqual(expect.stringMatching(/^ok {5}database: PostgreSQL \d+\S* answers$/));
  } finally {
    product.server.kill("SIGTERM");
    await product.ended;
  }
  expect(product.output()).not.toMatch(/permission denied|must be owner/);
}, 120_000);
