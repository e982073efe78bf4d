import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const cwd = join(import.meta.dirname, "..");
const git = (...args: string[]) => execFileSync("git", args, { cwd, encoding: "utf8" }).split("\n").filter(Boolean);

const changelog = "docs/operators/changelog.md";

/** Of files that a branch added and changed, the new subjects of the contract for which the changelog says nothing. */
const unannounced = (added: readonly string[], changed: readonly string[]) =>
  changed.includes(changelog)
    ? []
    : added.filter((path) => /^contract\/[\w-]+\.ts$/.test(path) && !/\.test\./.test(path));

test("a new file of the contract comes with an entry in the changelog for operators", () => {
  expect(unannounced(["contract/bookmarks.ts", "contract/bookmarks.test.ts"], [])).toEqual(["contract/bookmarks.ts"]);
  expect(unannounced(["contract/bookmarks.ts"], [changelog])).toEqual([]);
  const main = git("for-each-ref", "--format=%(refname)", "refs/heads/main", "refs/remotes/origin/main").at(-1);
  // a checkout of one branch alone has nothing to compare with
  const [base = "HEAD"] = main ? git("merge-base", "HEAD", main) : [];
  const changes = (...filter: string[]) => git("diff", "--name-only", "-M", ...filter, base);
  const added = [...changes("--diff-filter=A"), ...git("ls-files", "--others", "--exclude-standard")];
  expect(unannounced(added, changes()), `say under Next in ${changelog} what members can do now`).toEqual([]);
});
