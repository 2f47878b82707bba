import type { FeedEventView } from '@worktrack/application';

/** Texts of events, which streams share as they share the events. */
const texts = new WeakMap<FeedEventView, string>();

/** The beginning of a stream: a client that has lost it comes back after a second, and goes on where it stood. */
export const beginningOf = (cursor: string): string => `retry: 1000\n${positionOf(cursor)}`;

/** A block without data: it moves the position of the client, who sees no event. Source: WHATWG HTML, server-sent events, dispatch. */
export const positionOf = (cursor: string): string => `id: ${cursor}\n\n`;

/** The last block of a stream. */
export const endOf = (code: string): string => `event: end\ndata: ${JSON.stringify({ code })}\n\n`;

export function eventOf(event: FeedEventView): string {
  const text = texts.get(event) ?? `id: ${event.cursor}\ndata: ${JSON.stringify(event)}\n\n`;
  texts.set(event, text);
  return text;
}
