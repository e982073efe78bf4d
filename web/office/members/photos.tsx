import { useState } from "react";
import { useRevalidator } from "react-router";
import { type PhotoRejection, photoRejections } from "#contract/attachments.ts";
import type { StaffRole } from "#contract/constants.ts";
import { sanctionRoles } from "#contract/sanctions.ts";
import { type MemberFile, removeMemberPhoto } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { ChildQuestion, isChildReason } from "#web/office/staff/child-question.tsx";
import { Question } from "#web/office/staff/question.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { Section } from "./section.tsx";

type Props = Pick<MemberFile, "photos"> & { member: MemberFile["member"]; role: StaffRole | null };

/** The photos of a profile; who may take measures takes one down, for a reason that the member reads. */
export function Photos({ photos, member: { id: memberId, name, status: state }, role }: Props) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const [asked, setAsked] = useState<string | null>(null);
  if (photos.length === 0) return null;
  const isHidden = state === "suspended" || state === "banned" || state === "deleted";
  const mayRemove = role !== null && sanctionRoles.includes(role);
  return (
    <Section title={t("photos")}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {photos.map(({ id, image, main, status }) => (
          <li key={id}>
            <img
              src={image}
              alt={staff("queue.photo_of", { name })}
              width={240}
              height={300}
              loading="lazy"
              className="aspect-4/5 w-full rounded-md object-cover"
            />
            <p className="mt-1 flex flex-wrap gap-1.5 text-sm">
              {main ? <Chip tone="tint">{staff("queue.main")}</Chip> : null}
              {isHidden ? (
                <Chip>{t("photo.hidden")}</Chip>
              ) : (
                <Chip tone={status === "active" ? "good" : "warning"}>{t(`photo.${status}`)}</Chip>
              )}
            </p>
            {mayRemove ? (
              <Button look="quiet" className="button-flush" onClick={() => setAsked(id)}>
                {staff("queue.remove")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {asked === null ? null : <RemovePhoto photo={asked} member={memberId} onClose={() => setAsked(null)} />}
    </Section>
  );
}

type RemoveProps = { photo: string; member: string; onClose: () => void };

function RemovePhoto({ photo, member, onClose }: RemoveProps) {
  const staff = useTexts("staff");
  const decisions = useTexts("decisions");
  const { revalidate } = useRevalidator();
  const { run, failure } = useCall(removeMemberPhoto);
  const [ground, setGround] = useState<PhotoRejection>("explicit");
  const send = () =>
    run({ body: { id: member, photo, ground } }, async () => {
      onClose();
      await revalidate();
    });
  return (
    <Question
      title={staff("queue.reject")}
      yes={{ label: staff("queue.remove"), look: "danger", run: () => void send() }}
      onNo={onClose}
    >
      <FormError failure={failure} />
      <SelectField
        name="ground"
        label={staff("queue.reject")}
        value={ground}
        onChange={({ target }) => setGround(photoRejections.find((each) => each === target.value) ?? "other")}
        options={photoRejections.map((value) => ({ value, label: decisions(`ground.${value}`) }))}
      />
      {isChildReason(ground) ? (
        <div className="mb-5 space-y-3">
          <ChildQuestion reason={ground} photos={[photo]} member={member} />
        </div>
      ) : null}
    </Question>
  );
}
