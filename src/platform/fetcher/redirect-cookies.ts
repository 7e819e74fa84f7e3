/** The maximum number of cookies of one fetch, and the length of each in characters. */
const maxCookies = 50;
const maxLength = 4_096;

/** A pair of a name and a value as HTTP allows it in a header (RFC 6265, 4.1.1). */
const cookiePair = /^[\w!#$%&'*+.^`|~-]+=[\x21-\x3a\x3c-\x7e]*$/;

interface Cookie {
  readonly name: string;
  readonly pair: string;
  readonly host: string;
  readonly isSecure: boolean;
}

/**
 * The cookies that the redirects of one fetch set: some servers redirect to the same address until a cookie comes back. A cookie goes only to
 * the host that set it, whatever its domain; one that was set over https goes only over https.
 */
export class RedirectCookies {
  #cookies: readonly Cookie[] = [];

  /** Keeps the cookies that a response from an address sets, and drops those that it ends. */
  keep({ hostname: host, protocol }: URL, setCookies: readonly string[] = []): void {
    for (const text of setCookies) {
      const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
      if (pair.length > maxLength || !cookiePair.test(pair)) continue;
      const name = pair.slice(0, pair.indexOf('='));
      const others = this.#cookies.filter((cookie) => cookie.name !== name || cookie.host !== host);
      const cookie = { name, pair, host, isSecure: protocol === 'https:' };
      this.#cookies = isEnded(attributes) ? others : [...others, cookie].slice(-maxCookies);
    }
  }

  /** The headers of a request to an address, with the cookies of its host after those that the user sends. */
  addTo({ hostname, protocol }: URL, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const kept = this.#cookies.filter(
      ({ host, isSecure }) => host === hostname && (!isSecure || protocol === 'https:'),
    );
    if (kept.length === 0) return headers;
    const cookie = [...(headers['cookie'] === undefined ? [] : [headers['cookie']]), ...kept.map(({ pair }) => pair)];
    return { ...headers, cookie: cookie.join('; ') };
  }
}

/** Whether attributes end a cookie: an age of zero or less, or else a date that is past (RFC 6265, 5.3). */
function isEnded(attributes: readonly string[]): boolean {
  const valueOf = (name: string): string | undefined =>
    attributes.find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const age = valueOf('max-age');
  if (age !== undefined) return Number(age) <= 0;
  return Date.parse(valueOf('expires') ?? '') < Date.now();
}
