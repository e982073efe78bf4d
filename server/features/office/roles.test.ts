import { type StaffRole, staffRoles } from "#contract/constants.ts";
import { getQueues } from "#contract/office.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { calls } from "#server/http/calls.ts";
import { callName } from "#server/http/test-inputs.ts";
import { test as base, expect } from "#server/test.ts";

const test = base.extend("staff", { scope: "file" }, async ({ given }) => {
  const of = async (role: StaffRole) => [role, await staffMember(given, role)] as const;
  return await Promise.all(staffRoles.map(of));
});

/** Which roles may make a call of the back office (D11.4); only admins may make one that has no row. */
const table: Record<string, readonly StaffRole[]> = {
  "GET /api/staff-passkeys.php": staffRoles,
  "POST /api/staff-passkey-offer.php": staffRoles,
  "POST /api/staff-passkey.php": staffRoles,
  "PUT /api/staff-passkey.php": staffRoles,
  "DELETE /api/staff-passkey.php": staffRoles,
  "GET /api/staff-queues.php": staffRoles,
  "GET /api/staff-overview.php": ["finance", "admin"],
  "DELETE /api/staff-claim.php": staffRoles,
  "POST /api/staff-handover.php": staffRoles,
  "DELETE /api/staff-decision.php": staffRoles,
  "POST /api/staff-photos.php": ["moderator", "admin"],
  "PUT /api/staff-photos.php": ["moderator", "admin"],
  "POST /api/staff-introductions.php": ["moderator", "admin"],
  "PUT /api/staff-introductions.php": ["moderator", "admin"],
  "POST /api/staff-chat-photos.php": ["moderator", "admin"],
  "PUT /api/staff-chat-photos.php": ["moderator", "admin"],
  "POST /api/staff-texts.php": ["moderator", "admin"],
  "PUT /api/staff-texts.php": ["moderator", "admin"],
  "POST /api/staff-reports.php": ["moderator", "admin"],
  "PUT /api/staff-reports.php": ["moderator", "admin"],
  "POST /api/staff-objections.php": ["moderator", "admin"],
  "PUT /api/staff-objections.php": ["moderator", "admin"],
  "POST /api/staff-selfies.php": ["moderator", "admin"],
  "PUT /api/staff-selfies.php": ["moderator", "admin"],
  "POST /api/staff-documents.php": ["moderator", "admin"],
  "PUT /api/staff-documents.php": ["moderator", "admin"],
  "POST /api/staff-reviews.php": ["moderator", "admin"],
  "PUT /api/staff-reviews.php": ["moderator", "admin"],
  "POST /api/staff-complaints.php": staffRoles,
  "PUT /api/staff-complaints.php": staffRoles,
  "POST /api/staff-complaint.php": ["support", "admin"],
  "PUT /api/staff-complaint.php": ["support", "finance", "admin"],
  "POST /api/staff-reply.php": staffRoles,
  "DELETE /api/staff-reply.php": staffRoles,
  "POST /api/staff-message.php": staffRoles,
  "GET /api/staff-queue-list.php": staffRoles,
  "POST /api/staff-withdrawals.php": ["finance", "admin"],
  "PUT /api/staff-withdrawals.php": ["finance", "admin"],
  "POST /api/staff-payment-issues.php": ["finance", "admin"],
  "PUT /api/staff-payment-issues.php": ["finance", "admin"],
  "POST /api/staff-report-chat.php": ["moderator", "admin"],
  "POST /api/staff-report-police.php": ["moderator", "admin"],
  "GET /api/staff-report.php": ["moderator", "admin"],
  "POST /api/staff-notices.php": ["moderator", "admin"],
  "PUT /api/staff-notice-again.php": ["moderator", "admin"],
  "PUT /api/staff-look-alike.php": ["support", "moderator", "admin"],
  "PUT /api/staff-report-member.php": ["moderator", "admin"],
  "PUT /api/staff-report-danger.php": ["moderator", "admin"],
  "DELETE /api/staff-report-danger.php": ["moderator", "admin"],
  "DELETE /api/staff-rejected-picture.php": ["moderator", "admin"],
  "GET /api/staff-languages.php": staffRoles,
  "PUT /api/staff-languages.php": staffRoles,
  "POST /api/staff-members.php": staffRoles,
  "GET /api/staff-member-filters.php": staffRoles,
  "GET /api/staff-member.php": staffRoles,
  "POST /api/staff-reveal.php": staffRoles,
  "GET /api/staff-ban.php": ["moderator", "admin"],
  "POST /api/staff-sanction.php": ["moderator", "admin"],
  "POST /api/staff-sanctions.php": ["moderator", "admin"],
  "POST /api/staff-authority.php": ["moderator", "admin"],
  "DELETE /api/staff-sanction.php": ["moderator", "admin"],
  "DELETE /api/staff-member-photo.php": ["moderator", "admin"],
  "POST /api/staff-note.php": ["support", "moderator", "admin"],
  "DELETE /api/staff-note.php": ["support", "moderator", "admin"],
  "POST /api/staff-credits.php": ["support", "finance", "admin"],
  "POST /api/staff-proposals.php": ["finance", "admin"],
  "PUT /api/staff-proposals.php": ["finance", "admin"],
  "POST /api/staff-refund.php": ["finance", "admin"],
  "POST /api/staff-refund-all.php": ["finance", "admin"],
  "DELETE /api/staff-debit-block.php": ["finance", "admin"],
  "POST /api/staff-debit-cancel.php": ["finance", "admin"],
  "POST /api/staff-refused-iban.php": ["finance", "admin"],
  "DELETE /api/staff-refused-iban.php": ["finance", "admin"],
  "POST /api/staff-deletion.php": ["support", "finance", "admin"],
  "GET /api/staff-numbers.php": ["finance", "admin"],
  "GET /api/staff-results.php": ["finance", "admin"],
  "GET /api/staff-revenue.php": ["finance", "admin"],
  "GET /api/staff-disputes.php": ["finance", "admin"],
  "GET /api/staff-settlements.php": ["finance", "admin"],
  "GET /api/staff-partners.php": ["finance", "admin"],
  "POST /api/staff-partners.php": ["finance", "admin"],
  "POST /api/staff-partner-payouts.php": ["finance", "admin"],
  "GET /api/staff-partner.php": ["finance", "admin"],
  "PUT /api/staff-partner.php": ["finance", "admin"],
  "PUT /api/staff-partner-terms.php": ["finance", "admin"],
  "POST /api/staff-partner-network.php": ["finance", "admin"],
  "PUT /api/staff-partner-link.php": ["finance", "admin"],
  "GET /api/staff-money.php": ["finance", "admin"],
  "POST /api/staff-buyers.php": ["finance", "admin"],
  "POST /api/staff-debits.php": ["finance", "admin"],
  "GET /api/staff-payment.php": ["finance", "admin"],
  "GET /api/staff-payments.php": ["finance", "admin"],
};

const ofStaff = calls.filter(({ who }) => who === "staff");

test("D11.4 the table names calls of the back office", () => {
  expect(Object.keys(table).filter((name) => !ofStaff.map(callName).includes(name))).toEqual([]);
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
  "D11.4 which roles may make which call: %s",
  async ([name, call], { staff, visitor, member }) => {
    const codeOf = async (client: ReturnType<typeof visitor>) =>
      (await client.call(call, {})).body.error?.code ?? "none";
    expect([await codeOf(visitor()), await codeOf((await member()).client)]).toEqual([
      "staff_login_required",
      "staff_login_required",
    ]);
    for (const [role, { client }] of staff) {
      const refused = (await codeOf(client)) === "staff_role_missing";
      expect(refused, role).toBe(!(table[name] ?? ["admin"]).includes(role));
    }
  },
);
