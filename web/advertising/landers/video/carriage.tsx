/** A woman of the silent films, sitting, seen from the front; 150 wide. */
function Woman() {
  return (
    <>
      <path d="M6 250c0-74 18-112 69-112s69 38 69 112z" fill="#8c5a4a" />
      <path d="M52 138h46l-23 46z" fill="#e8cfae" />
      <path d="M60 104h30v42a15 15 0 0 1-30 0z" fill="#dcbb97" />
      <ellipse cx="75" cy="82" rx="32" ry="38" fill="#e8cfae" />
      <path d="M38 96c-8-56 14-78 37-78s46 22 38 78c-4-8-6-14-7-22-20 8-42 8-62 0-1 8-2 14-6 22z" fill="#2f221b" />
      <path d="M34 66c0-40 18-54 41-54s41 14 41 54c-28 10-54 10-82 0z" fill="#5d3a33" />
      <path d="M34 58c28 10 54 10 82 0v12c-28 10-54 10-82 0z" fill="#d9b56b" />
      <path
        d="M58 84c4-4 9-4 12 0M81 84c4-4 9-4 12 0"
        fill="none"
        stroke="#2f221b"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M68 103c4 4 10 4 14 0" fill="none" stroke="#8c3a36" strokeWidth="5" strokeLinecap="round" />
    </>
  );
}

function Man() {
  return (
    <>
      <path d="M2 250c0-78 22-114 73-114s73 36 73 114z" fill="#3d4a4a" />
      <path d="M50 138h50l-25 50z" fill="#f3ead7" />
      <path d="M70 148h10l4 34-9 12-9-12z" fill="#5d3a33" />
      <path d="M59 104h32v40a16 16 0 0 1-32 0z" fill="#cfa883" />
      <ellipse cx="75" cy="82" rx="33" ry="39" fill="#dcbb97" />
      <path d="M42 84c-2-14 0-22 4-30h58c4 8 6 16 4 30l-6-20H48z" fill="#2f221b" />
      <path d="M44 52c0-34 10-46 31-46s31 12 31 46z" fill="#26201c" />
      <path d="M30 54c30 8 60 8 90 0v8c-30 8-60 8-90 0z" fill="#26201c" />
      <path
        d="M58 84c4-4 9-4 12 0M81 84c4-4 9-4 12 0"
        fill="none"
        stroke="#2f221b"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M56 104c8-8 14-6 19-2 5-4 11-6 19 2-6 4-14 2-19-1-5 3-13 5-19 1z" fill="#2f221b" />
    </>
  );
}

/**
 * A train compartment at night. Until the visitor chooses the gender they look for, a newspaper hides the passenger.
 */
export function Carriage({ title }: { title: string }) {
  return (
    <svg viewBox="0 0 640 480" role="img" aria-label={title} className="seat-film">
      <clipPath id="seat-window">
        <rect x="70" y="46" width="500" height="206" rx="10" />
      </clipPath>
      <path d="M0 0h640v480H0z" fill="#4a3b2c" />
      <path d="M0 0h640v26H0z" fill="#33281d" />
      <g clipPath="url(#seat-window)">
        <path d="M60 40h520v220H60z" fill="#8f8467" />
        <circle cx="470" cy="96" r="26" fill="#f6ecce" />
        <path
          d="M0 210c60-60 110-40 170-70s100 10 160 20 90-50 150-40 110 50 160 90c60-60 110-40 170-70s100 10 160 20 90-50 150-40 110 50 160 90v80H0z"
          fill="#6b6049"
          className="seat-hills"
        />
        <path
          d="M0 240l40-60 30 60 60-80 40 80 80-50 50 50 60-90 50 90 70-40 60 40 50-70 50 70 40-60 30 60 60-80 40 80 80-50 50 50 60-90 50 90 70-40 60 40 50-70 50 70v40H0z"
          fill="#453b2b"
          className="seat-trees"
        />
        <path d="M40 30v240M680 30v240" stroke="#2b2318" strokeWidth="12" className="seat-poles" />
      </g>
      <rect x="70" y="46" width="500" height="206" rx="10" fill="none" stroke="#2b2016" strokeWidth="14" />
      <path d="M320 46v206" stroke="#2b2016" strokeWidth="9" />
      <path d="M62 36h70c-6 80-20 150-54 222H62zM578 36h-70c6 80 20 150 54 222h16z" fill="#6e3f35" />
      <path
        d="M84 40c-2 80-8 150-16 210M106 40c-4 80-16 150-30 210M556 40c2 80 8 150 16 210M534 40c4 80 16 150 30 210"
        stroke="#57302a"
        strokeWidth="4"
        fill="none"
      />
      <path
        d="M92 480V250c0-22 14-34 36-34h160c18 0 28 10 32 26 4-16 14-26 32-26h160c22 0 36 12 36 34v230z"
        fill="#7a4a3a"
      />
      <path d="M320 244v236" stroke="#5d3529" strokeWidth="6" />
      <path
        d="M150 250h0M210 250h0M270 250h0M370 250h0M430 250h0M490 250h0M180 300h0M240 300h0M400 300h0M460 300h0"
        stroke="#5d3529"
        strokeWidth="10"
        strokeLinecap="round"
      />
      <g className="seat-sway">
        <g data-person="female" transform="translate(134 186) scale(1.08)">
          <Woman />
        </g>
        <g data-person="male" transform="translate(134 186) scale(1.08)">
          <Man />
        </g>
        <g className="seat-paper">
          <path d="M118 270l96-16 96 16v190l-96-12-96 12z" fill="#efe3c6" />
          <path d="M214 254v194" stroke="#c9b78f" strokeWidth="4" />
          <path d="M134 290l64-10M230 280l64 10" stroke="#3b2f22" strokeWidth="11" />
          <path
            d="M134 316l64-7M134 334l64-6M134 352l64-6M134 370l64-5M134 388l64-4M134 406l64-4M230 360l64 6M230 378l64 5M230 396l64 4M230 414l64 3"
            stroke="#a2906a"
            strokeWidth="5"
          />
          <path d="M232 304l60 9v34l-60-6z" fill="#8f8467" />
          <path d="M112 372c0-14 22-14 22 0v26h-22zM294 372c0-14 22-14 22 0v26h-22z" fill="#dcbb97" />
        </g>
        <path
          d="M352 462c2-78 24-114 58-122v-22c-16-10-24-26-24-46 0-30 18-50 45-50s45 20 45 50c0 20-8 36-24 46v22c34 8 56 44 58 122"
          className="seat-outline"
        />
        <g data-you="female" transform="translate(350 186) scale(1.08)">
          <Woman />
        </g>
        <g data-you="male" transform="translate(350 186) scale(1.08)">
          <Man />
        </g>
      </g>
      <path d="M0 456h640v24H0z" fill="#241b13" />
    </svg>
  );
}
