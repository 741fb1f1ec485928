import { SvgIcon, TINT_PROPS } from "#web/ui/images/svg-icon.tsx";

type IconProps = { className: string };

const NEXT_PATH = (
  <>
    <path
      {...TINT_PROPS}
      d="M5.4 6.2V17.8C5.4 18.9 6.5 19.4 7.4 18.7L14.7 13.1C15.4 12.5 15.4 11.5 14.7 10.9L7.4 5.3C6.5 4.6 5.4 5.1 5.4 6.2Z"
    />
    <path d="M19 5v14" />
  </>
);

export const NextIcon = (props: IconProps) => <SvgIcon {...props}>{NEXT_PATH}</SvgIcon>;

export const PreviousIcon = (props: IconProps) => (
  <SvgIcon {...props}>
    <g transform="matrix(-1 0 0 1 24 0)">{NEXT_PATH}</g>
  </SvgIcon>
);

type SkipProps = IconProps & { seconds: number };

export const SkipBackIcon = (props: SkipProps) => (
  <SkipIcon {...props} arrow="M11 4.7H12A8.8 8.8 0 1 1 3.9 10.1M13.5 1.7L10.5 4.7L13.5 7.7" />
);

export const SkipForwardIcon = (props: SkipProps) => (
  <SkipIcon {...props} arrow="M13 4.7H12A8.8 8.8 0 1 0 20.1 10.1M10.5 1.7L13.5 4.7L10.5 7.7" />
);

/** The arrow's head is outside the ring, away from the digits. */
function SkipIcon({ seconds, className, arrow }: SkipProps & { arrow: string }) {
  return (
    <SvgIcon className={className}>
      <path
        fill="currentColor"
        fillOpacity="0.1"
        stroke="none"
        d="M12 4.7A8.8 8.8 0 1 1 12 22.3A8.8 8.8 0 1 1 12 4.7Z"
      />
      <path strokeWidth="1.5" d={arrow} />
      <text x="12" y="16.3" textAnchor="middle" fontSize="7.8" fontWeight="700" fill="currentColor" stroke="none">
        {seconds}
      </text>
    </SvgIcon>
  );
}
