import { type AuditAction, auditActions } from "#contract/audit-log.ts";
import { queueNames } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";

type NamedAction = Exclude<AuditAction, `${string}_taken`>;
const isNamed = (action: string): action is NamedAction => auditActions.some((each) => each === action);

/** What the audit log says was done, in words; a code that is in use no more as it is. */
export function useActionName(): (action: string) => string {
  const t = useTexts("staff");
  return (action) => {
    const queue = queueNames.find((name) => action === `${name}_taken`);
    if (queue) return t("log.taken", { queue: t(`queues.${queue}`) });
    return isNamed(action) ? t(`action.${action}`) : action;
  };
}
