import { refuseFields } from '../../reply/errors.js';
import { integer, wordOr, type QueryOf, type QueryParameters } from '../../checks/query.js';
import { REPORT_QUERIES, type ReportQuery } from '../reports.js';

/** The parameters of a drawing. */
export const DRAWING = { width: integer(320, 2_400, 960), theme: wordOr(['light', 'dark'], 'light') };

/** The parameters of a picture of a drawing. */
export const PICTURE = { ...DRAWING, scale: integer(1, 3, 2) };

/** The unit of the figures in the drawing of a Sprint. */
export const SPRINT_UNIT = { unit: wordOr(['points', 'items'], 'points') };

export type DrawingQuery = QueryOf<typeof DRAWING>;
export type PictureQuery = QueryOf<typeof PICTURE>;

/** Pixels of the widest and of the highest picture, and of all of a picture. */
export const MOST_PICTURE = { width: 4_800, height: 30_000, pixels: 32_000_000 } as const;

/** Throws `VALIDATION_ERROR` for a picture that is too wide. */
export function checkPicture({ width, scale }: PictureQuery): void {
  if (width * scale <= MOST_PICTURE.width) return;
  refuseFields({ scale: [`must be at most ${Math.floor(MOST_PICTURE.width / width)} for a width of ${width}`] });
}

/** Returns the greatest height of a drawing whose picture is not too large, in pixels of the drawing. */
export function mostHeightOf({ width, scale }: PictureQuery): number {
  const { height, pixels } = MOST_PICTURE;
  return Math.floor(Math.min(height / scale, pixels / (width * scale * scale)));
}

/** The parameters of each report for files: all but those of a page, and `more`. */
export function queriesOfFiles(more: QueryParameters): Readonly<Record<string, QueryParameters>> {
  return Object.fromEntries(
    Object.entries<QueryParameters>(REPORT_QUERIES).map(([type, query]) => {
      const own = Object.entries(query).filter(([name]) => name !== 'limit' && name !== 'cursor');
      return [type, { ...Object.fromEntries(own), ...more }];
    }),
  );
}

type WithoutPage<Query> = Query extends unknown ? Omit<Query, 'limit' | 'cursor'> : never;

/** The query of a file of one of the reports. */
export type FileQuery = WithoutPage<ReportQuery>;
