import { LANGUAGES } from '../shell/languages.js';

/** The regions whose week begins on another day than Monday, by CLDR. */
const FIRST_DAYS = {
  5: 'MV',
  6: 'AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY',
  7: `AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR
    PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW`,
};

/** Browsers have the first day of the week in one of two ways, or in none. */
interface WeekOfLocale {
  readonly getWeekInfo?: () => { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

/** Returns the first day of the week where the language is spoken: 1 is Monday, 7 is Sunday. */
export function firstDayOfWeek(language = LANGUAGES[0] ?? 'en'): number {
  const locale: Intl.Locale & WeekOfLocale = new Intl.Locale(language);
  const known = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (known) return known.firstDay;
  const { region = '' } = locale.maximize();
  const [day = '1'] = Object.entries(FIRST_DAYS).find(([, regions]) => regions.split(/\s+/).includes(region)) ?? [];
  return Number(day);
}
