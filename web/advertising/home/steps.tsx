import { useTexts } from "#web/lib/texts.tsx";

/** The sign in three stages: one circle; a second one at a distance; both together, with a speech bubble. */
const drawings = [
  <circle key="you" cx="36" cy="40" r="26" className="fill-primary" />,
  <g key="both">
    <circle cx="36" cy="40" r="26" className="fill-primary" />
    <circle cx="100" cy="40" r="26" className="step-found" />
    <circle cx="88" cy="40" r="26" className="fill-secondary" fillOpacity=".22" />
  </g>,
  <g key="talk">
    <path d="M36 14a26 26 0 1 1-13 48.500l-13 3.500 4-12.500A26 26 0 0 1 36 14z" className="fill-primary" />
    <path
      d="M62 14a26 26 0 1 0 13 48.500l13 3.500-4-12.500A26 26 0 0 0 62 14z"
      className="fill-secondary"
      fillOpacity=".75"
    />
  </g>,
];

/** How it works, in three steps. */
export function Steps() {
  const t = useTexts("home");
  const steps = [
    { title: t("how.join"), text: t("how.join_text") },
    { title: t("how.find"), text: t("how.find_text") },
    { title: t("how.talk"), text: t("how.talk_text") },
  ];
  return (
    <section className="home-band">
      <div className="container">
        <h2 className="text-3xl md:text-4xl">{t("how.heading")}</h2>
        <ol className="steps">
          {steps.map(({ title, text }, index) => (
            <li key={title}>
              <svg viewBox="8 0 124 80" preserveAspectRatio="xMinYMid" aria-hidden="true" className="step-drawing">
                {drawings[index]}
              </svg>
              <div>
                <h3 className="text-xl">{title}</h3>
                <p className="mt-1.5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
