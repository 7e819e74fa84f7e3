/**
 * The Content-Disposition header of a download: `filename` in ASCII for every client, and `filename*` with the exact name for clients
 * that support it (RFC 6266, RFC 8187).
 */
export const contentDisposition = (disposition: 'attachment' | 'inline', filename: string): string =>
  `${disposition}; filename="${asciiOf(filename)}"; filename*=UTF-8''${percentEncoded(filename)}`;

/** A name in ASCII that needs no escaping: without accents, and `_` for other characters. */
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
