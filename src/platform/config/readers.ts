import ipaddr from 'ipaddr.js';
import { readKey } from '../secrets/read-key.ts';
import { InvalidSetting, type Reader } from './setting.ts';

/** Where the initial catalog comes from. */
export type SeedSource = Readonly<{ kind: 'demo' } | { kind: 'none' } | { kind: 'file'; path: string }>;

/** A whole number between bounds, in plain digits. */
export const wholeNumber =
  (min: number, max: number): Reader<number> =>
  (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidSetting(
      max < Number.MAX_SAFE_INTEGER ? `a whole number from ${min} to ${max}` : `a whole number of at least ${min}`,
    );
  };

/** One of several words. */
export const oneOf =
  <const Word extends string>(...words: readonly Word[]): Reader<Word> =>
  (text) =>
    words.find((word) => word === text) ?? unexpected(`one of ${words.join(', ')}`);

/** `true` or `false`. */
export const flag: Reader<boolean> = (text) => oneOf('true', 'false')(text) === 'true';

/** A host name or an IP address, without a port. */
export const nameOrAddress: Reader<string> = (text) =>
  ipaddr.isValid(text) || /^[\w.-]+$/.test(text) ? text : unexpected('a host name or an IP address');

/** A PostgreSQL connection URL. */
export const postgresUrl: Reader<string> = (text) =>
  ['postgres:', 'postgresql:'].includes(urlOf(text)?.protocol ?? '')
    ? text
    : unexpected('a URL such as postgres://user:password@host:5432/database');

/** An http or https URL, returned without a trailing slash. */
export const httpUrl: Reader<string> = (text) => {
  const url = urlOf(text);
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  return plain
    ? url.href.replace(/\/+$/, '')
    : unexpected('an http or https URL without a query, such as https://data.example.org');
};

/** A key that can be sent in a header and in a query. */
export const secretText: Reader<string> = (text) =>
  /^[\x21-\x7e]+$/.test(text) ? text : unexpected('visible ASCII characters without spaces');

/** A key that encrypts secrets. */
export const sealingKey: Reader<Uint8Array> = (text) =>
  readKey(text) ?? unexpected('32 bytes in base64 or hexadecimal, such as `openssl rand -base64 32` prints');

/** The path of an export, with a placeholder for a dataset's identifier. */
export const exportPath: Reader<string> = (text) =>
  /^\/(?!\/)[^\s\\]*\{dataset_id\}/.test(text)
    ? text
    : unexpected('a path such as /catalog/{dataset_id}/export, with {dataset_id} in it');

/** `demo`, `none` or a path. */
export const seedSource: Reader<SeedSource> = (text) =>
  Object.freeze(text === 'demo' || text === 'none' ? { kind: text } : { kind: 'file', path: text });

/** Trusted proxies: all, none, a number of hops, or addresses and ranges. */
export const proxies: Reader<boolean | number | readonly string[]> = (text) => {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const parts = list(text);
  const known = (part: string) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part);
  return parts.every(known)
    ? parts
    : unexpected('true, false, a number of hops, or IP addresses and ranges such as 10.0.0.0/8');
};

/** `*` or web origins: scheme, host and port only. */
export const origins: Reader<'*' | readonly string[]> = (text) => {
  if (text === '*') return text;
  const parts = list(text);
  const isOrigin = (part: string) => urlOf(part)?.origin === part.toLowerCase();
  return parts.every(isOrigin)
    ? Object.freeze(parts.map((part) => part.toLowerCase()))
    : unexpected('* or origins such as https://example.org, without a path, separated by commas');
};

/** `host:port` pairs in lower case. */
export const hostPorts: Reader<readonly string[]> = (text) => {
  const parts = list(text).map((part) => part.toLowerCase());
  const isPair = (part: string) => {
    const [, address, port] = /^(?:\[([\da-f:.]+)\]|[\w.-]+):(\d{1,5})$/.exec(part) ?? [];
    return Number(port) >= 1 && Number(port) <= 65_535 && (address === undefined || ipaddr.IPv6.isValid(address));
  };
  return parts.every(isPair)
    ? Object.freeze(parts)
    : unexpected('host:port pairs such as files.internal:8080, separated by commas');
};

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const urlOf = (text: string) => URL.parse(text) ?? undefined;

function unexpected(expected: string): never {
  throw new InvalidSetting(expected);
}
