/**
 * The header that names what is downloaded, for every client: `filename` in ASCII, which all of them read, and `filename*` with the
 * whole name, which wins where it is known (RFC 6266, RFC 8187).
 */
export const contentDisposition = (disposition: 'attachment' | 'inline', filename: string): string =>
  `${disposition}; filename="${asciiOf(filename)}"; filename*=UTF-8''${percentEncoded(filename)}`;

/** A name in letters that need no escaping: without accents, and `_` for what ASCII or a quoted text cannot say. */
const asciiOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]|["%\\]/gu, '_');

/** A file name as RFC 8187 writes it in a header. */
const percentEncoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
