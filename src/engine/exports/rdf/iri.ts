/** Matches what an IRI cannot contain: white space, delimiters, brackets, and a `%` that encodes no byte. Matches an IP address in brackets too, the one place where brackets are valid; `encodeIri` keeps it. */
const notInIris = /(?<=^\w+:\/\/)\[[\da-f:.]+\]|[\p{Cc}\p{Zs}<>"{}|\\^`[\]]|%(?![\da-f]{2})/giu;

/** Percent-encodes the characters that an IRI cannot contain, such as spaces, and a second `#`. */
export function encodeIri(text: string): string {
  const encoded = text
    .toWellFormed()
    .replace(notInIris, (found) => (found.startsWith('[') && found !== '[' ? found : encodeURIComponent(found)));
  const [start = '', ...fragments] = encoded.split('#');
  return fragments.length === 0 ? start : `${start}#${fragments.join('%23')}`;
}

/** Percent-encodes all characters of a text but those that RFC 3987 calls unreserved, so that the text becomes one part of an IRI. */
export const encodeIriPart = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\w.~-])[\0-\x7F]|[\p{Z}\p{C}]/gu, (character) =>
      Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '%$&'),
    );

/** An authority (RFC 3987): a user, a host and a port. */
const authority = /^[^:]*:\/\/(?:[^/?#@[\]]*@)?(?:\[[\da-f:.]+\]|[^/?#@:[\]]*)(?::\d*)?(?:[/?#]|$)/i;

/** Whether a text is an absolute IRI as readers check it: one with an authority must have a valid one. */
export const isValidIri = (text: string): boolean =>
  isAbsoluteIri(text) && (!/^[^:]*:\/\//.test(text) || (authority.test(text) && URL.canParse(text)));

/** Whether a text is an absolute IRI, perhaps with characters that `encodeIri` encodes. After the scheme comes no blank: `Culture: art` is a title. */
export const isAbsoluteIri = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\S/i.test(text);
