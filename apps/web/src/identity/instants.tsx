import { ago, fullTime, shortDay } from '../shell/days.js';

interface InstantProps {
  /** The instant as the server sends it. */
  readonly at: string;
}

/** The day of an instant; its time is in the tooltip. */
export const Day = ({ at }: InstantProps) => (
  <time dateTime={at} title={fullTime(at)}>
    {shortDay(at)}
  </time>
);

/** The time since an instant, such as "2 hr. ago". */
export const Since = ({ at }: InstantProps) => (
  <time dateTime={at} title={fullTime(at)}>
    {ago(at)}
  </time>
);
