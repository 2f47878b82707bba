export type { Mark } from './mark';
export { toSvg } from './mark';
export type { Status, Theme } from './theme';
export { DARK, LIGHT, THEMES } from './theme';
