import { ArrowLeft, ArrowRight } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import { Drawing, Lander } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { type Face, findOpenMembers, mixMembers } from "#web/advertising/landers/open-members.ts";
import { GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import { useSignupTarget } from "#web/advertising/landings/landing-parts.tsx";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Photo } from "#web/ui/photo.tsx";
import type { Route } from "./+types/page.ts";
import bench from "./bench.svg?raw";
import "./wall.css";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.gallery", "account.question", "landers.common", "landings"],
};

/** The number of pictures on the wall. They are covered if visitors may see no members. */
const works = 9;

export const loader = (args: Route.LoaderArgs) =>
  loadLander("gallery", args, async (page) => ({
    faces: mixMembers(await findOpenMembers(page, args.request)).slice(0, works),
  }));

/** An exhibition to walk along. The last frame is empty: it is the visitor's. */
export default function Gallery({ loaderData: { lander, faces } }: Route.ComponentProps) {
  const t = useTexts("landers.gallery");
  const room = useRef<HTMLElement>(null);
  const walk = (way: 1 | -1) => room.current?.scrollBy({ left: way * room.current.clientWidth * 0.7 });
  return (
    <Lander loaded={lander}>
      <div className="wall">
        <div className="wall-title">
          <h1>{t("heading")}</h1>
          <p>{t("intro")}</p>
          <ButtonLink to={`#${ownFrame}`} className="wall-shortcut">
            {t("to_frame")}
          </ButtonLink>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the wall by its arrows */}
        <section ref={room} tabIndex={0} aria-label={t("wall")} className="wall-room">
          {faces.length === 0
            ? Array.from({ length: works }, (_, index) => index).map((index) => (
                <figure key={index} className="wall-work">
                  <span className="wall-frame">
                    <Cloth />
                  </span>
                  <figcaption className="wall-card">{t("covered")}</figcaption>
                </figure>
              ))
            : faces.map((member, index) => (
                <Work key={member.id} member={member} eager={index === 0 ? "first" : index < 4} />
              ))}
          <div id={ownFrame} className="wall-own">
            <div className="wall-frame">
              <StartForm className="wall-form">
                <h2>{t("own")}</h2>
                <p className="wall-lead">{t("own_text")}</p>
                <GenderChoice />
                <SeeksChoice />
                <StartButton>{t("go")}</StartButton>
              </StartForm>
            </div>
          </div>
        </section>
        <Drawing svg={bench} viewBox="0 0 260 150" aria-hidden="true" className="wall-bench" />
        <div className="wall-walk">
          <button type="button" className="icon-button" aria-label={t("back")} onClick={() => walk(-1)}>
            <ArrowLeft aria-hidden />
          </button>
          <button type="button" className="icon-button" aria-label={t("onward")} onClick={() => walk(1)}>
            <ArrowRight aria-hidden />
          </button>
        </div>
      </div>
    </Lander>
  );
}

const ownFrame = "own-frame";

/** A member in a frame, with the card that a museum would put beside it. */
function Work({ member, eager }: { member: Face; eager: boolean | "first" }) {
  const t = useTexts("landers.gallery");
  const { to } = useSignupTarget(member.id);
  const place = member.city || member.region_name;
  return (
    <figure className="wall-work">
      <Link to={to} className="wall-frame" aria-label={t("meet", { name: member.name })}>
        <Photo image={member.main_image} alt="" sizes="(min-width: 768px) 320px, 46vw" eager={eager} />
      </Link>
      <figcaption className="wall-card">
        <strong>
          <bdi>{member.name}</bdi>, {member.age}
        </strong>
        {place === "" ? null : <span>{place}</span>}
        <MemberLabel member={member} className="wall-label" />
      </figcaption>
    </figure>
  );
}

function Cloth() {
  return (
    <svg viewBox="0 0 80 100" preserveAspectRatio="none" aria-hidden="true" className="wall-cloth">
      <path d="M0 0h80v100H0z" className="wall-cloth-base" />
      <path
        d="M6 0c4 30-4 60 2 100M20 0c-4 36 6 62-2 100M34 0c6 30-6 70 2 100M50 0c-6 34 8 66-2 100M64 0c6 40-8 60 2 100M75 0c-4 36 4 70-2 100"
        className="wall-cloth-folds"
      />
    </svg>
  );
}
