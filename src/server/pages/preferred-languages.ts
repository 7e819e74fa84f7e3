/** The maximum number of languages that are read of a header. */
const maxLanguages = 20;

/**
 * The languages that a visitor prefers, the most preferred first (ISO 639-1, without regions): that of the address (`lang`), that of the cookie
 * `lang`, those of Accept-Language (RFC 9110, 12.5.4).
 */
export function preferredLanguages(
  chosen: string | null,
  {
    cookie = '',
    'accept-language': accepted = '',
  }: { readonly cookie?: string | undefined; readonly 'accept-language'?: string | undefined },
): readonly string[] {
  const remembered = /(?:^|; ?)lang=([a-z]{2})(?:;|$)/.exec(cookie)?.[1];
  const ranges = accepted
    .split(',', maxLanguages)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return { code: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ code, weight }) => /^[a-z]{2}$/.test(code) && weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return [chosen, remembered, ...ranges.map(({ code }) => code)].filter((code) => code != null);
}
