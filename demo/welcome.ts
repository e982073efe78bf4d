import { demoLogins } from "./logins.ts";
import { demoPassword } from "./password.ts";
import { demoStaff } from "./staff.ts";

const what = { free: "a free member with credits", premium: "a premium member" };

/**
 * Lines for the operator's terminal: the logins of the demo world. `address` is where the product listens, with its
 * port.
 */
export function welcomeLines(address: string, hasStaff: boolean): string[] {
  const staff = `  ${demoStaff.email.padEnd(22)} staff, at ${address}/staff; the code comes from: npm run staff -- code`;
  return [
    `Log in as one of these, the password is ${demoPassword}`,
    ...demoLogins.map(({ role, email }) => `  ${email.padEnd(22)} ${what[role]}`),
    ...(hasStaff ? [staff] : []),
  ];
}
