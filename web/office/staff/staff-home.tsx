import {
  Banknote,
  BookOpen,
  ChartColumn,
  ChevronRight,
  Coins,
  HandCoins,
  Handshake,
  KeyRound,
  Landmark,
  LogOut,
  Megaphone,
  Network,
  ScrollText,
  Server,
  Settings2,
  Table2,
  TriangleAlert,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react";
import { Link, useRevalidator } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { adminRoles, figureRoles, staffRoles } from "#contract/constants.ts";
import type { QueueState, WaitingQueue } from "#contract/office.ts";
import type { PasskeyList } from "#contract/passkeys.ts";
import { isOverdue } from "#contract/queue-late.ts";
import {
  addStaffPasskey,
  type getStaff,
  type getStaffLanguages,
  logOutStaff,
  offerStaffPasskey,
  removeStaffPasskey,
  renameStaffPasskey,
} from "#contract/staff.ts";
import type { PasskeyCalls } from "#web/auth/passkey-calls.ts";
import { Passkeys } from "#web/auth/passkeys.tsx";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { PaymentSearch } from "#web/office/money/payment-search.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Queues } from "./load-queue.ts";
import { useOwnSites } from "./own-sites.tsx";
import { ReadLanguages } from "./read-languages.tsx";
import { staffStore } from "./staff-store.ts";
import { useQueueCounts } from "./use-queue.ts";

const hourSeconds = 3600;

/** How long the oldest item waits, marked if that is longer than the queue's target time. */
function Waiting({ queue }: { queue: QueueState }) {
  const { waiting, oldest, target_hours: hours } = queue;
  const t = useTexts("staff");
  const format = useFormat();
  if (oldest === null) return <span className="text-muted">{t("queue.nothing")}</span>;
  return (
    <span className="text-muted" suppressHydrationWarning>
      {t("queue.oldest", { age: format.ago(oldest) })}
      <span className="sr-only">{t("queue.waiting", { count: waiting })}</span>
      {isOverdue(queue, Date.now()) ? (
        <span className="block font-semibold text-warning-ink">
          {t("queue.late", { time: format.duration(hours * hourSeconds) })}
        </span>
      ) : null}
    </span>
  );
}

/** Queues with a danger come first, each with how many such items wait; those in which nothing waits come last. */
export function QueueList({ queues }: { queues: readonly WaitingQueue[] }) {
  const t = useTexts("staff");
  const format = useFormat();
  const rank = ({ urgent, waiting }: WaitingQueue) => (urgent > 0 ? 0 : waiting > 0 ? 1 : 2);
  const ordered = [...queues].sort((a, b) => rank(a) - rank(b));
  return (
    <nav aria-labelledby="staff-queues" className="surface-card mb-5 p-5 md:p-6">
      <h2 id="staff-queues" className="mb-2 text-xl">
        {t("queue.title")}
      </h2>
      <ul>
        {ordered.map((queue) => (
          <li key={queue.name} className="border-line border-b last:border-b-0">
            <Link to={`/staff/queue/${queue.name}`} className="flex min-h-14 items-center gap-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t(`queues.${queue.name}`)}</span>
                {queue.urgent > 0 ? (
                  <span className="my-1 flex items-center gap-2 rounded-md bg-danger-tint p-2 font-semibold text-danger-ink">
                    <TriangleAlert aria-hidden className="size-5 shrink-0" />
                    {t("queue.urgent", { count: queue.urgent })}
                  </span>
                ) : null}
                <Waiting queue={queue} />
              </span>
              {queue.waiting > 0 ? (
                <span aria-hidden className="font-semibold text-lg tabular-nums">
                  {format.number(queue.waiting)}
                </span>
              ) : null}
              <ChevronRight aria-hidden className="size-5 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const calls: PasskeyCalls = {
  offer: offerStaffPasskey,
  add: addStaffPasskey,
  rename: renameStaffPasskey,
  remove: removeStaffPasskey,
};

type LoggedIn = NonNullable<AnswerOf<typeof getStaff>["staff"]>;
type Props = {
  staff: LoggedIn;
  passkeys: PasskeyList;
  queues: Queues;
  read: AnswerOf<typeof getStaffLanguages>["languages"];
};

export function StaffHome({ staff, passkeys, queues: loaded, read }: Props) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(logOutStaff);
  const { revalidate } = useRevalidator();
  const leave = async () => {
    staffStore.forget();
    await revalidate();
  };
  const queues = useQueueCounts(loaded);
  const { options: sites } = useOwnSites();
  return (
    <Screen title={t("title")} waiting={queues.reduce((sum, { waiting }) => sum + waiting, 0)}>
      <div className="grid items-start gap-x-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <QueueList queues={queues} />
        <div>
          <StaffPages {...staff} />
          {figureRoles.includes(staff.role) ? <PaymentSearch /> : null}
          <section className="surface-card mb-5 p-5 md:p-6">
            <p className="font-semibold">{t("here.as", { name: staff.name, email: staff.email })}</p>
            <p className="mb-4 text-muted">
              {t("here.role", { role: t(`role.${staff.role}`) })}
              {staff.everywhere ? null : (
                <span className="block">{t("here.sites", { sites: sites.map(({ label }) => label).join(", ") })}</span>
              )}
            </p>
            <FormError failure={failure} />
            <Button look="outline" pending={pending} onClick={() => run({}, leave)}>
              <LogOut aria-hidden className="size-5" />
              {t("here.leave")}
            </Button>
          </section>
          <Section title={t("here.passkeys")} className="surface-card p-5 md:p-6">
            <Passkeys list={passkeys} calls={calls} intro={t("here.passkeys_intro")} />
          </Section>
          <ReadLanguages read={read} />
        </div>
      </div>
    </Screen>
  );
}

/** Links to the pages on which nothing waits, for the roles that see them: people, money, the system. */
export function StaffPages({ role, everywhere }: Pick<LoggedIn, "role" | "everywhere">) {
  const names = {
    staff: useTexts("staff"),
    members: useTexts("staff-members"),
    numbers: useTexts("numbers"),
    results: useTexts("results"),
    revenue: useTexts("revenue"),
    money: useTexts("money"),
    disputes: useTexts("disputes"),
    settlements: useTexts("settlements"),
    partners: useTexts("partners"),
    operations: useTexts("operations"),
    keys: useTexts("api-keys"),
    webhooks: useTexts("webhooks"),
    sites: useTexts("staff-sites"),
  };
  const groups = [
    {
      title: names.staff("here.people"),
      pages: [
        { to: "/staff/members", roles: staffRoles, icon: Users, name: names.members("title") },
        { to: "/staff/guide", roles: staffRoles, icon: BookOpen, name: names.staff("guide.title") },
        { to: "/staff/team", roles: adminRoles, icon: UsersRound, name: names.staff("team.title"), whole: true },
      ],
    },
    {
      title: names.staff("here.money"),
      pages: [
        { to: "/staff/money", roles: figureRoles, icon: Coins, name: names.money("title") },
        { to: "/staff/settlements", roles: figureRoles, icon: Banknote, name: names.settlements("title"), whole: true },
        { to: "/staff/disputes", roles: figureRoles, icon: Landmark, name: names.disputes("title") },
        { to: "/staff/partners", roles: figureRoles, icon: Handshake, name: names.partners("title") },
        { to: "/staff/overview", roles: figureRoles, icon: Table2, name: names.numbers("overview.title") },
        { to: "/staff/numbers", roles: figureRoles, icon: ChartColumn, name: names.numbers("title") },
        { to: "/staff/revenue", roles: figureRoles, icon: HandCoins, name: names.revenue("title") },
        { to: "/staff/results", roles: figureRoles, icon: Megaphone, name: names.results("title") },
      ],
    },
    {
      title: names.staff("here.system"),
      pages: [
        { to: "/staff/site", roles: adminRoles, icon: Settings2, name: names.sites("title") },
        { to: "/staff/log", roles: adminRoles, icon: ScrollText, name: names.staff("log.title") },
        { to: "/staff/operations", roles: adminRoles, icon: Server, name: names.operations("title"), whole: true },
        {
          ...{ to: "/staff/installations", roles: adminRoles, icon: Network },
          ...{ name: names.operations("installations.title"), whole: true },
        },
        { to: "/staff/api-keys", roles: adminRoles, icon: KeyRound, name: names.keys("title"), whole: true },
        { to: "/staff/webhooks", roles: adminRoles, icon: Webhook, name: names.webhooks("title"), whole: true },
      ],
    },
  ];
  const own = groups
    .map(({ title, pages }) => ({
      title,
      pages: pages.filter((page) => page.roles.includes(role) && (everywhere || !("whole" in page))),
    }))
    .filter(({ pages }) => pages.length > 0);
  return (
    <div className="surface-card mb-5 space-y-4 p-5 md:p-6">
      {own.map(({ title, pages }) => (
        <Section key={title} title={title} heading="mb-1.5 font-semibold text-muted text-sm">
          <ul className="grid gap-x-4 sm:grid-cols-2">
            {pages.map(({ to, icon: Icon, name }) => (
              <li key={to}>
                <Link to={to} className="flex min-h-11 items-center gap-2.5 font-semibold text-primary-ink">
                  <Icon aria-hidden className="size-5 shrink-0" />
                  <span className="underline underline-offset-4">{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}
