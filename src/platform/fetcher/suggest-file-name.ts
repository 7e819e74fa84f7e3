import { isUtf8 } from 'node:buffer';
import { toSafeFileName } from '../storage/file-name.ts';

const quotedOrToken = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i;
const extended = /;\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^\s;]+)/i;

/** The file name of a response: the one in Content-Disposition (RFC 6266), else the last part of the URL's path. */
export function suggestFileName(disposition: string | undefined, url: URL): string {
  return toSafeFileName(parseDisposition(`;${disposition ?? ''}`) ?? percentDecode(url.pathname, 'utf-8'));
}

function parseDisposition(disposition: string): string | undefined {
  const [, charset, encoded] = extended.exec(disposition) ?? [];
  if (charset !== undefined && encoded !== undefined) return percentDecode(encoded, charset);
  const [, quoted, token] = quotedOrToken.exec(disposition) ?? [];
  const plain = quoted?.replace(/\\(.)/g, '$1') ?? token;
  return plain && decodeHeader(Buffer.from(plain, 'latin1'));
}

/** Decodes UTF-8, else Latin-1. Node decodes headers as Latin-1, as the standard requires, but many servers send UTF-8. */
function decodeHeader(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1');
}

function percentDecode(text: string, charset: string): string {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'));
}
