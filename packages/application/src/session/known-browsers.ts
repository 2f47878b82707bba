import { randomUUID } from 'node:crypto';
import { ONE_DAY } from '@worktrack/domain';
import type { CursorSeal } from '@worktrack/keyset';
import type { AccountWithPassword } from './passwords.js';

/** The limits of what a browser is remembered by: its life after a sign-in, the number of accounts, and the length of the text. */
export const KNOWN_BROWSER_LIMITS = { lifeMilliseconds: 400 * ONE_DAY, accounts: 5, characters: 1_024 } as const;

const CONTEXT = 'known-browser';

/** An account as the text names it: its user, and when its password was set or all its sessions ended, which ends what was remembered. */
type Account = Pick<AccountWithPassword, 'userId' | 'setAt'>;

/** Content of a text: the id of the browser, and the accounts that signed in from it, the last one first. */
interface KnownBrowser {
  readonly id: string;
  readonly accounts: readonly { readonly name: string; readonly until: number }[];
}

/**
 * Recognizes browsers that have signed in before, by a text that the browser keeps. The keys of cursors sign it; it shows no e-mail
 * address. A text that is forged, too long or of a retired key counts as none.
 */
export class KnownBrowsers {
  constructor(private readonly seal: Pick<CursorSeal, 'open' | 'seal'>) {}

  /** True for a text that this server has signed, whatever it contains. */
  isSigned(text: string): boolean {
    return this.open(text) !== undefined;
  }

  /**
   * Returns the id of the browser when it has signed in to this account within 400 days, and neither was the password changed nor were all
   * sessions ended since.
   */
  idFor(account: Account, text: string, now: Date): string | undefined {
    const browser = this.open(text);
    const name = nameOf(account);
    const isKnown = browser?.accounts.some((known) => known.name === name && known.until > now.getTime()) ?? false;
    return isKnown ? browser?.id : undefined;
  }

  /** Returns the text of a browser that has just signed in to this account. It keeps its id, and the accounts before. */
  remember(account: Account, text: string | undefined, now: Date): string {
    const { id, accounts } = (text === undefined ? undefined : this.open(text)) ?? { id: randomUUID(), accounts: [] };
    const others = accounts.filter(({ name, until }) => !name.startsWith(account.userId) && until > now.getTime());
    const first = { name: nameOf(account), until: now.getTime() + KNOWN_BROWSER_LIMITS.lifeMilliseconds };
    const kept = [first, ...others].slice(0, KNOWN_BROWSER_LIMITS.accounts);
    return this.seal.seal(CONTEXT, [id, ...kept.flatMap(({ name, until }) => [name, until])]);
  }

  private open(text: string): KnownBrowser | undefined {
    const position = text.length > KNOWN_BROWSER_LIMITS.characters ? undefined : this.seal.open(CONTEXT, text);
    if (!position) return undefined;
    const [id, ...rest] = position;
    const accounts = rest.flatMap((name, n) =>
      n % 2 === 0 ? [{ name: String(name), until: Number(rest[n + 1]) }] : [],
    );
    return { id: String(id), accounts };
  }
}

const nameOf = ({ userId, setAt }: Account): string => `${userId} ${setAt?.getTime() ?? 'never'}`;
