import { h, type VNode } from 'preact';
import type { Mark } from '@worktrack/charts';

/** Two decimals, as the files of the server have them. */
const written = (value: string | number) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value);

const attributesOf = ({ attributes }: Mark) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, written(value)]));

const drawn = (mark: Mark | string): VNode | string =>
  typeof mark === 'string' ? mark : h(mark.tag, attributesOf(mark), (mark.children ?? []).map(drawn));

/** A drawing as elements of the page: nothing of it is parsed as markup. */
export const Chart = ({ mark }: { readonly mark: Mark }) => <>{drawn(mark)}</>;
