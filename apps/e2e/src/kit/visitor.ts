/** A response of a server to a browser. */
export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The address of a redirect. */
  readonly location: string;
  /** The boot data of the page, if it is one of the application. */
  readonly boot: any;
}

/** A browser without scripts: it keeps cookies, and follows nothing by itself. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly origin: string,
    /** The headers of every request. */
    private readonly own: Readonly<Record<string, string>> = {},
  ) {}

  /** Opens an address of the origin. */
  open(target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Shown> {
    return this.send(target, { method, headers });
  }

  /** Sends a form. */
  submit(target: string, form: Readonly<Record<string, string>>): Promise<Shown> {
    return this.send(target, { method: 'POST', body: new URLSearchParams(form) });
  }

  private async send(target: string, { headers, ...rest }: RequestInit): Promise<Shown> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(target, this.origin), {
      ...rest,
      redirect: 'manual',
      headers: { ...this.own, ...(cookie !== '' && { cookie }), ...(headers as Record<string, string>) },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const text = await response.text();
    const boot = /<script type="application\/json" id="boot">\s*(\{.*?\})\s*<\/script>/s.exec(text)?.[1];
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location') ?? '',
      boot: boot === undefined ? undefined : JSON.parse(boot),
    };
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const isOver = attributes.some((one) => /^\s*(?:max-age=0|expires=thu, 01 jan 1970.*)$/i.test(one));
    if (isOver || value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
