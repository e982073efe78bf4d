import { addApiKey } from "#contract/api-keys.ts";
import { getAuditLog } from "#contract/audit-log.ts";
import type { Call } from "#contract/call.ts";
import { removeSite } from "#contract/closing.ts";
import { type StaffRole, staffRoles } from "#contract/constants.ts";
import { getDisputes } from "#contract/disputes.ts";
import { findPayments, getMoney, refundAll } from "#contract/money.ts";
import { createStaffSite } from "#contract/new-sites.ts";
import { getNumbers } from "#contract/numbers.ts";
import {
  decideObjection,
  decideProposal,
  decideReports,
  decideWithdrawal,
  getQueues,
  openReportedChat,
  writePoliceText,
} from "#contract/office.ts";
import { retryJob } from "#contract/operations.ts";
import { getOverview } from "#contract/overview.ts";
import { proposePayout } from "#contract/partners.ts";
import { changeStaffSites } from "#contract/staff.ts";
import { refundPayment, restoreMember, sanctionMember, sanctionMembers } from "#contract/staff-members.ts";
import { cancelDebit } from "#contract/staff-payments.ts";
import { changeStaffSite } from "#contract/staff-sites.ts";
import { addWebhook } from "#contract/webhooks.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { calls } from "#server/http/calls.ts";
import { callName } from "#server/http/test-inputs.ts";
import { test as base, expect } from "#server/test.ts";

const test = base.extend("staff", { scope: "file" }, async ({ given }) => {
  const of = async (role: StaffRole) => [role, await staffMember(given, role)] as const;
  return await Promise.all(staffRoles.map(of));
});

/** What no other role may ever do, whatever the call declares. */
const reserved: readonly { to: readonly StaffRole[]; what: readonly Call[] }[] = [
  {
    to: ["admin"],
    what: [
      addApiKey,
      addWebhook,
      changeStaffSite,
      changeStaffSites,
      createStaffSite,
      getAuditLog,
      removeSite,
      retryJob,
    ],
  },
  {
    to: ["finance", "admin"],
    what: [
      cancelDebit,
      decideProposal,
      decideWithdrawal,
      findPayments,
      getDisputes,
      getMoney,
      getNumbers,
      getOverview,
      proposePayout,
      refundAll,
      refundPayment,
    ],
  },
  {
    to: ["moderator", "admin"],
    what: [
      decideObjection,
      decideReports,
      openReportedChat,
      restoreMember,
      sanctionMember,
      sanctionMembers,
      writePoliceText,
    ],
  },
];

const ofStaff = calls.filter(({ who }) => who === "staff");

test.for(reserved)("D11.4 what is for $to alone stays so", ({ to, what }) => {
  for (const call of what) expect(call.roles, callName(call)).toEqual(to);
});

test("D11.4 a role that does not work on a queue is told so in words", async ({ staff }) => {
  const [, finance] = staff.find(([role]) => role === "finance") ?? [];
  const refused = await finance?.client.call(getQueues, { query: { queue: "photos" } });
  expect([refused?.status, refused?.body.error?.code, refused?.body.error?.message]).toEqual([
    403,
    "staff_role_missing",
    "Your role doesn’t allow this.",
  ]);
});

test.for(ofStaff.map((call) => [callName(call), call] as const))(
  "D11.4 a call of the back office is for the roles that it declares: %s",
  async ([, call], { staff, visitor, member }) => {
    const codeOf = async (client: ReturnType<typeof visitor>) =>
      (await client.call(call, {})).body.error?.code ?? "none";
    expect([await codeOf(visitor()), await codeOf((await member()).client)]).toEqual([
      "staff_login_required",
      "staff_login_required",
    ]);
    for (const [role, { client }] of staff) {
      const refused = (await codeOf(client)) === "staff_role_missing";
      expect(refused, role).toBe(!call.roles.includes(role));
    }
  },
);
