import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, expect, test, vi } from "vitest";

// the product's own parameters, not those of `test-hashing.ts`; test files share their modules, so these go at the end
vi.doUnmock("node:crypto");
vi.resetModules();
const { checkPassword, dummyHash, hashPassword, isCommonPassword } = await import("./passwords.ts");
afterAll(() => {
  vi.resetModules();
});

test("D3.3 a password is stored as argon2id with OWASP's parameters and a new salt each time", async () => {
  const [one, two] = [await hashPassword("four calm words here"), await hashPassword("four calm words here")];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await checkPassword("four calm words here", one)).toBe(true);
  expect(await checkPassword("four calm words there", one)).toBe(false);
  expect(await checkPassword("", one)).toBe(false);
});

test("D3.3 the same characters are the same password, however a keyboard composes them", async () => {
  const hash = await hashPassword("Zürich und Łódź 🦊");
  expect(await checkPassword("Zürich und Łódź 🦊".normalize("NFD"), hash)).toBe(true);
});

test("D3.3 no password matches the dummy hash", async () => {
  for (const guess of ["", "\u0000", "password"]) expect(await checkPassword(guess, dummyHash)).toBe(false);
});

test("D3.3 common passwords are known, whatever their case", () => {
  for (const common of ["password1", "PassWord1", "qwertyuiop", "rendezvous"])
    expect(isCommonPassword(common)).toBe(true);
  expect(isCommonPassword("four calm words here")).toBe(false);
});

test("hashing 20 passwords at once leaves threads for other work", async () => {
  let hashed = 0;
  const hashes = Array.from({ length: 20 }, () => hashPassword("four calm words here").then(() => (hashed += 1)));
  await promisify(randomBytes)(32);
  expect(hashed).toBeLessThan(3);
  await Promise.all(hashes);
});

test("a password is refused if hundreds of others wait before it", async () => {
  const cheap = dummyHash.replace("m=19456,t=2", "m=8,t=1");
  const outcomes = await Promise.allSettled(Array.from({ length: 260 }, () => checkPassword("x", cheap)));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { code: "unavailable", detail: { retryAfter: 10 } } });
});
