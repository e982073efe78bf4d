import { CreditCard, Landmark, Smartphone, Wallet } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { CardWallet } from "#contract/constants.ts";
import type { Bundle } from "#contract/credits.ts";
import {
  getCardWallets,
  getPayments,
  getStoredMethods,
  type StoredMethod,
  storableMethods,
} from "#contract/payments.ts";
import type { User } from "#contract/user.ts";
import { newKey } from "#web/lib/api.ts";
import { useMember } from "#web/lib/live-state.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { Fields } from "#web/lib/use-form.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useFieldError } from "#web/ui/form-context.ts";
import { Screen } from "#web/ui/screen.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import type { Route } from "./+types/order.ts";
import { BeforeOrder, loadHurdles } from "./before-order.tsx";
import { BeginBox } from "./begin-box.tsx";
import { ConfirmForDebit } from "./confirm-for-debit.tsx";
import { FictionalDisclosure } from "./fictional-disclosure.tsx";
import { loadOffer } from "./load-offer.ts";
import { useMethodName, walletNames } from "./method-name.ts";
import { OrderBar, OrderFields, ToCheckout } from "./order-bar.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { type Posted, postOrder, toOrderBody } from "./post-order.ts";
import { creditsPath, directDebitPath, readReturnTo } from "./return-to.ts";
import { useOrder } from "./use-order.ts";
import { listWaitingPayments } from "./waiting.ts";
import { WaitingPayments } from "./waiting-payments.tsx";

export const handle: ScreenHandle = {
  who: "members",
  texts: ["credits", "payments", "transactions"],
  mood: "paying",
  back: true,
  bar: "order",
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const [
    offer,
    { payments },
    { methods: storedMethods, debit_blocked: debitBlocked },
    { wallets: cardWallets },
    hurdles,
  ] = await Promise.all([
    loadOffer(page, request.url),
    page.load(getPayments),
    page.load(getStoredMethods),
    page.load(getCardWallets),
    loadHurdles(page),
  ]);
  const { bundles, methods } = offer;
  const pickOffered = (method: string | null | undefined) =>
    method && methods.includes(method) && findRefusal(method, { user, debitBlocked }) === null ? method : undefined;
  const lastUsed = pickOffered(payments.find(({ status }) => status === "completed")?.method);
  const usableMethods = storedMethods.filter(({ method }) => methods.includes(method));
  return {
    bundle: bundles.find(({ id }) => id === params.id),
    offer,
    hurdles,
    cardWallets,
    debitBlocked,
    storedMethods: usableMethods,
    // an open one ends with the next order
    waiting: listWaitingPayments(payments).filter(({ status }) => status === "pending"),
    lastUsed,
    chosen:
      pickOffered(params.paymentmethod) ?? usableMethods.find(({ method }) => method === lastUsed)?.id ?? lastUsed,
    returnTo: readReturnTo(request.url),
    orderKey: newKey(),
  };
}

type Payer = { user: Pick<User, "status"> | null; debitBlocked: boolean };

/** Why a member can't choose a method now. A direct debit sends a code by SMS: only confirmed accounts get some. */
function findRefusal(method: string, { user, debitBlocked }: Payer): "debit_blocked" | "debit_confirm_first" | null {
  if (method !== "sepa") return null;
  if (debitBlocked) return "debit_blocked";
  return user?.status === "not_confirmed" ? "debit_confirm_first" : null;
}

/** The browser posts the order here if there are no scripts. */
export const action = ({ context, request }: Route.ActionArgs) => postOrder(pageOf(context), request);

type Loaded = Route.ComponentProps["loaderData"];

/** The order page: what is ordered, how to pay, the total, and a button that says that it costs money. */
export default function Order({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { bundle, returnTo } = loaderData;
  const t = useTexts("credits");
  if (posted?.checkout !== undefined) return <ToCheckout checkout={posted.checkout} />;
  return (
    <Screen title={t("order.title")} narrow>
      {bundle === undefined ? (
        <EmptyState title={t("order.gone_title")} text={t("order.gone_text")}>
          <ButtonLink to={creditsPath(returnTo)}>{t("order.gone_action")}</ButtonLink>
        </EmptyState>
      ) : (
        <OrderForm {...loaderData} bundle={bundle} posted={posted} />
      )}
    </Screen>
  );
}

type FormProps = Loaded & { bundle: Bundle; posted: Posted | undefined };

function OrderForm({
  bundle,
  offer,
  hurdles,
  cardWallets,
  debitBlocked,
  storedMethods,
  waiting,
  lastUsed,
  chosen,
  returnTo,
  orderKey,
  posted,
}: FormProps) {
  const t = useTexts("credits");
  const { refund_days: days } = useSettings();
  const navigate = useNavigate();
  const { order, pending, failure } = useOrder();
  const choices = [...offer.methods, ...storedMethods.map(({ id }) => id)];
  const preselected = choices.find((each) => each === posted?.chosen?.method) ?? chosen;
  const [method, setMethod] = useState(preselected);
  const { typed: code } = offer;
  const isDirectDebit = method === "sepa";
  const storedMethod = storedMethods.find(({ id }) => id === method);

  const nextOfOrder = storedMethod ? "repeat.next" : "order.next";
  const submit = async (fields: Fields) => {
    if (isDirectDebit) return await navigate(directDebitPath(bundle.id, returnTo, code));
    await order(toOrderBody(fields, returnTo));
  };

  return (
    <CallForm failure={failure ?? posted?.failure} onSubmit={submit}>
      <OrderFields bundle={bundle} code={code} orderKey={orderKey} />
      <WaitingPayments payments={waiting} discount={offer.discount} />
      <BeforeOrder {...{ offer, hurdles }} failure={failure ?? posted?.failure} />
      <OrderSummary bundle={bundle} debt={offer.debt} discount={offer.discount} codeError={offer.codeError} />
      <p className="mb-6">
        <Link to={creditsPath(returnTo, code)} className="link">
          {t("order.back")}
        </Link>
      </p>
      <MethodCards
        methods={offer.methods}
        cardWallets={cardWallets}
        debitBlocked={debitBlocked}
        storedMethods={storedMethods}
        lastUsed={lastUsed}
        chosen={preselected}
        onChoose={setMethod}
      />
      {isDirectDebit || storedMethod ? null : (
        <div className="order-remember">
          <Checkbox
            name="remember"
            label={t("order.remember")}
            note={t("order.remember_note")}
            defaultChecked={posted?.chosen?.remember}
          />
        </div>
      )}
      {isDirectDebit ? null : <BeginBox ticked={posted?.chosen?.begin ?? false} />}
      <FictionalDisclosure />
      <OrderBar bundle={bundle} pending={pending} directDebit={isDirectDebit} />
      <p className="mt-4 text-muted text-sm">{t(isDirectDebit ? "order.direct_debit_next" : nextOfOrder)}</p>
      <p className="mt-1 text-muted text-sm">{t("order.refund", { days })}</p>
    </CallForm>
  );
}

const icons: Record<string, typeof CreditCard> = {
  bancontact: CreditCard,
  blik: Smartphone,
  card: CreditCard,
  eps: Landmark,
  ideal: Landmark,
  przelewy24: Landmark,
  sepa: Landmark,
};

type Props = {
  methods: readonly string[];
  /** What the provider's page offers for a card order besides the fields of a card. */
  cardWallets: readonly CardWallet[];
  debitBlocked: boolean;
  /** The buyer's stored methods, the last used one first; each is chosen by its id. */
  storedMethods: readonly StoredMethod[];
  lastUsed: string | undefined;
  /** Preselected by the address or the last purchase. Otherwise none is, because the order costs money. */
  chosen: string | undefined;
  onChoose: (method: string) => void;
};

function MethodCards({ methods, cardWallets, debitBlocked, storedMethods, lastUsed, chosen, onChoose }: Props) {
  const t = useTexts("credits");
  const format = useFormat();
  const getMethodName = useMethodName();
  const isMissing = useFieldError("method") !== undefined;
  const user = useMember();
  if (methods.length === 0) return <p className="mb-5">{t("order.no_methods")}</p>;
  const refusalOf = (method: string) => findRefusal(method, { user, debitBlocked });
  const refusals = methods.map(refusalOf);
  const named = cardWallets.map((wallet) => walletNames[wallet]);
  const labelOf = (method: string) => [getMethodName(method), ...(method === "card" ? named : [])].join(", ");
  const noteOf = (method: string) => {
    const refusal = refusalOf(method);
    if (refusal !== null) return t(`order.${refusal}`);
    const notes = [
      ...(method === lastUsed ? [t("order.last_used")] : []),
      // a direct debit is collected days after the order, and only then are there credits
      ...(method === "sepa" ? [t("order.by_direct_debit")] : []),
      ...(method === "card" && named.length > 0 ? [t("order.wallets", { wallets: format.list(named) })] : []),
    ];
    return notes.length === 0
      ? undefined
      : notes.map((note) => (
          <span key={note} className="block">
            {note}
          </span>
        ));
  };
  const lastUsedFirst = [...methods].sort((a, b) => Number(b === lastUsed) - Number(a === lastUsed));
  return (
    <>
      <ChoiceGroup
        look="cards"
        name="method"
        legend={t("order.method")}
        defaultValue={chosen}
        onChange={onChoose}
        error={isMissing ? t("order.method_missing") : undefined}
        options={[
          ...storedMethods.map(({ id, method, label }) => ({
            value: id,
            label: `${getMethodName(method)} ${label}`,
            note: t("order.stored"),
            icon: <MethodIcon method={method} />,
          })),
          ...lastUsedFirst.map((method) => ({
            value: method,
            label: labelOf(method),
            note: noteOf(method),
            disabled: refusalOf(method) !== null,
            icon: <MethodIcon method={method} storable={storableMethods.includes(method)} />,
          })),
        ]}
      />
      {user !== null && refusals.includes("debit_confirm_first") ? <ConfirmForDebit email={user.email} /> : null}
      {refusals.includes("debit_blocked") ? (
        <p className="mb-5">
          <TextLink to="/decisions">{t("order.debit_why")}</TextLink>
        </p>
      ) : null}
    </>
  );
}

function MethodIcon({ method, storable = false }: { method: string; storable?: boolean }) {
  const Icon = icons[method] ?? Wallet;
  return <Icon aria-hidden className={`size-6 shrink-0 text-muted ${storable ? "order-storable" : ""}`} />;
}
