import { failFields, requiredMessage } from '#kernel/fail.ts';

/** The maximum length of an address, in characters. */
const maxLength = 4_000;

/** The problem of the address of a datasource; undefined for a valid one. */
export function urlProblem(text: string, schemes: readonly string[] = ['https', 'http']): string | undefined {
  if (text.length > maxLength) return `Send at most ${maxLength} characters.`;
  const url = URL.parse(text);
  if (!url?.host || !schemes.includes(url.protocol.slice(0, -1)))
    return `Send an address such as ${schemes.map((scheme) => `${scheme}://host/path`).join(' or ')}.`;
  if (url.username !== '' || url.password !== '')
    return 'Leave the user name and the password out of the address; send them as authentication.';
  return undefined;
}

/** Parses the address of a datasource; fails INVALID_INPUT at the field. */
export function parseUrl(text: string | null | undefined, field: string, schemes?: readonly string[]): string {
  const given = text ?? failFields({ [field]: [requiredMessage] });
  const problem = urlProblem(given, schemes);
  return problem === undefined ? given : failFields({ [field]: [problem] });
}
