/** Matches what an IRI cannot contain: white space, delimiters, brackets, and a `%` that encodes no byte. Matches an IP address in brackets too, the one place where brackets are valid; `encodeIri` keeps it. */
const notInIris = /(?<=^\w+:\/\/)\[[\da-f:.]+\]|[\p{Cc}\p{Zs}<>"{}|\\^`[\]]|%(?![\da-f]{2})/giu;

/** Percent-encodes the characters that an IRI cannot contain, such as spaces. */
export const encodeIri = (text: string): string =>
  text
    .toWellFormed()
    .replace(notInIris, (found) => (found.startsWith('[') && found !== '[' ? found : encodeURIComponent(found)));

/** Percent-encodes all characters of a text but those that RFC 3987 calls unreserved, so that the text becomes one part of an IRI. */
export const encodeIriPart = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\w.~-])[\0-\x7F]|[\p{Z}\p{C}]/gu, (character) =>
      Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '%$&'),
    );

/** Whether a text is an absolute IRI. */
export const isAbsoluteIri = (text: string): boolean => /^[a-z][a-z0-9+.-]*:./i.test(text);
