/** The longest address, in characters. */
const maxLength = 4_000;

/** What keeps a text from being the address of a source; undefined when nothing does. */
export function urlProblem(text: string): string | undefined {
  if (text.length > maxLength) return `Send at most ${maxLength} characters.`;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return 'Send an address such as https://host/path.';
  if (url.username !== '' || url.password !== '') return 'Leave the user name and the password out of the address; send them as authentication.';
  return undefined;
}
