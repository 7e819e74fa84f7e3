import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { accentProblem, pageBackgrounds } from '#kernel/colors.ts';
import { readImageFacts } from '#kernel/images.ts';
import { isLanguage } from '#kernel/language.ts';
import { systemErrorCode } from './system-errors.ts';
import { readKey } from './encryption.ts';
import { z } from 'zod';

/** Where the initial catalog comes from: the demo, nothing, or a folder of files. */
type SeedSource = Readonly<{ kind: 'demo' } | { kind: 'none' } | { kind: 'folder'; path: string }>;

/** A whole number between bounds, in plain digits. */
export const wholeNumber =
  (min: number, max: number): ParseSetting<number> =>
  (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidSetting(
      max < Number.MAX_SAFE_INTEGER ? `a whole number from ${min} to ${max}` : `a whole number of at least ${min}`,
    );
  };

/** `off`, or what another parser accepts. */
export const offOr =
  <T>(parse: ParseSetting<T>): ParseSetting<T | undefined> =>
  (text) => {
    if (text === 'off') return undefined;
    try {
      return parse(text);
    } catch (error) {
      throw error instanceof InvalidSetting ? new InvalidSetting(`off, or ${error.message}`) : error;
    }
  };

/** One of several words. */
export const oneOf =
  <const Word extends string>(...words: readonly Word[]): ParseSetting<Word> =>
  (text) =>
    words.find((word) => word === text) ?? failExpecting(`one of ${words.join(', ')}`);

/** A number of calls in a period: `10000/day`. */
export const callsQuota: ParseSetting<{ readonly limit: number; readonly unit: CallsUnit }> = (text) => {
  const [, limit = '', word = ''] = /^(\d{1,9})\/(\w+)$/.exec(text) ?? [];
  const unit = callsUnits.find((each) => each === word);
  return unit
    ? Object.freeze({ limit: Number(limit), unit })
    : failExpecting(
        `a number of calls in a ${callsUnits.slice(0, -1).join(', ')} or ${callsUnits.at(-1) ?? ''}, such as 10000/day`,
      );
};

const callsUnits = ['second', 'minute', 'hour', 'day', 'month'] as const;
type CallsUnit = (typeof callsUnits)[number];

/** `true` or `false`. */
export const flag: ParseSetting<boolean> = (text) => oneOf('true', 'false')(text) === 'true';

/** A host name or an IP address, without a port. */
export const nameOrAddress: ParseSetting<string> = (text) =>
  ipaddr.isValid(text) || /^[\w.-]+$/.test(text) ? text : failExpecting('a host name or an IP address');

/** A text of limited length on one line. */
export const shortText =
  (maxLength: number): ParseSetting<string> =>
  (text) =>
    text.length <= maxLength && /^\P{Cc}+$/u.test(text)
      ? text
      : failExpecting(`a text of up to ${maxLength} characters`);

/** A PostgreSQL connection URL. */
export const postgresUrl: ParseSetting<string> = (text) =>
  ['postgres:', 'postgresql:'].includes(tryParseUrl(text)?.protocol ?? '')
    ? text
    : failExpecting('a URL such as postgres://user:password@host:5432/database');

/** The name of a schema that needs no quotes, as pg-boss takes it. */
export const schemaName: ParseSetting<string> = (text) =>
  /^[a-z_][a-z0-9_]{0,49}$/.test(text) && !text.startsWith('pg_')
    ? text
    : failExpecting('the name of a schema of lower-case letters, digits and underscores, at most 50 characters');

/** An http or https URL, returned without a trailing slash. */
export const httpUrl: ParseSetting<string> = (text) => {
  const url = tryParseUrl(text);
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  return isPlain
    ? url.href.replace(/\/+$/, '')
    : failExpecting('an http or https URL without a query, such as https://data.example.org');
};

/** The address of the tiles of a map, in which `{z}`, `{x}` and `{y}` stand for the tile. */
export const tilesUrl: ParseSetting<string> = (text) => {
  const isComplete = ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) && !/[\s;,'"]/.test(text);
  const url = tryParseUrl(text);
  return isComplete && url && /^https?:$/.test(url.protocol) && !url.username && !url.host.includes('{')
    ? text
    : failExpecting('an http or https URL of tiles, such as https://tiles.example.org/{z}/{x}/{y}.png');
};

/** A secret, such as an API key, that can be sent in a header and in a query. */
export const secretText: ParseSetting<string> = (text) =>
  /^[\x21-\x7e]+$/.test(text) ? text : failExpecting('visible ASCII characters without spaces');

const maxKeys = 5;

/** The keys of secrets, separated by commas or white space. */
export const encryptionKeys: ParseSetting<readonly Uint8Array[]> = (text) => {
  const keys = text.split(/[\s,]+/).map(readKey);
  const isValid = keys.length <= maxKeys && keys.every((key) => key !== undefined);
  return isValid
    ? keys
    : failExpecting(
        '32 bytes in base64 or hexadecimal, such as `openssl rand -base64 32` prints, or up to 5 such keys',
      );
};

/** The path of an export, with a placeholder for a dataset's identifier. */
export const exportPath: ParseSetting<string> = (text) =>
  /^\/(?!\/)[^\s\\]*\{dataset_id\}/.test(text)
    ? text
    : failExpecting('a path such as /catalog/{dataset_id}/export, with {dataset_id} in it');

/** `demo`, `none` or a path. */
export const seedSource: ParseSetting<SeedSource> = (text) =>
  Object.freeze(text === 'demo' || text === 'none' ? { kind: text } : { kind: 'folder', path: text });

/** A folder, or `s3://bucket/prefix`. */
export const storageUrl: ParseSetting<StorageLocation> = (text) => {
  if (!text.includes('://')) return Object.freeze({ kind: 'folder', path: text });
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][\w.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/i.exec(text) ?? [];
  const prefix = path.replace(/^\/+|\/+$/g, '');
  return bucket === undefined
    ? failExpecting('a folder, or a bucket such as s3://catalog-files/production')
    : Object.freeze({ kind: 'bucket', bucket, prefix: prefix === '' ? '' : `${prefix}/` });
};

/** Where stored files are. */
export type StorageLocation =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'bucket'; readonly bucket: string; readonly prefix: string };

/** Trusted proxies: all, none, a number of hops, or addresses and ranges. */
export const proxies: ParseSetting<boolean | number | readonly string[]> = (text) => {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const parts = splitList(text);
  const isAddressOrRange = (part: string) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part);
  return parts.every(isAddressOrRange)
    ? parts
    : failExpecting('true, false, a number of hops, or IP addresses and ranges such as 10.0.0.0/8');
};

/** `*` or web origins: scheme, host and port only. */
export const origins: ParseSetting<'*' | readonly string[]> = (text) => {
  if (text === '*') return text;
  const parts = splitList(text);
  const isOrigin = (part: string) => tryParseUrl(part)?.origin === part.toLowerCase();
  return parts.every(isOrigin)
    ? Object.freeze(parts.map((part) => part.toLowerCase()))
    : failExpecting('* or origins such as https://example.org, without a path, separated by commas');
};

/** `host:port` pairs in lower case. */
export const hostPorts: ParseSetting<readonly string[]> = (text) => {
  const parts = splitList(text).map((part) => part.toLowerCase());
  const isPair = (part: string) => {
    const [, address, port] = /^(?:\[([\da-f:.]+)\]|[\w.-]+):(\d{1,5})$/.exec(part) ?? [];
    return Number(port) >= 1 && Number(port) <= 65_535 && (address === undefined || ipaddr.IPv6.isValid(address));
  };
  return parts.every(isPair)
    ? Object.freeze(parts)
    : failExpecting('host:port pairs such as files.internal:8080, separated by commas');
};

/** Language codes of ISO 639-1. */
export const languageCodes: ParseSetting<readonly string[]> = (text) => {
  const parts = splitList(text);
  return parts.length > 0 && parts.length <= 20 && parts.every(isLanguage)
    ? Object.freeze([...new Set(parts)])
    : failExpecting('language codes of ISO 639-1 such as en,fr, separated by commas');
};

/** The accent color of the light page and, after a comma, that of the dark page. */
export const accentColors: ParseSetting<{ readonly accentColor: string; readonly accentColorDark?: string }> = (
  text,
) => {
  const [light = '', dark, ...others] = splitList(text);
  if (others.length > 0) failExpecting('a color, or two: for the light page and for the dark page');
  const problem =
    accentProblem(light, pageBackgrounds.light) ??
    (dark === undefined ? undefined : accentProblem(dark, pageBackgrounds.dark));
  if (problem !== undefined) failExpecting(`a color that can be read. ${problem.replace(/\.$/, '')}`);
  return Object.freeze({ accentColor: light.toLowerCase(), ...(dark && { accentColorDark: dark.toLowerCase() }) });
};

/** An e-mail address. */
export const mailAddress: ParseSetting<string> = (text) =>
  text.length <= 200 && mailAddressPattern.test(text)
    ? text
    : failExpecting('an e-mail address such as data@example.org');

const mailAddressPattern = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

/** The URL of a mail server. */
export const smtpUrl: ParseSetting<string> = (text) => {
  const url = tryParseUrl(text);
  const isPlain = url && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '' && url.search === '';
  return isPlain && /^\/?$/.test(url.pathname)
    ? text
    : failExpecting('a URL such as smtps://user:password@mail.example.org:465, or smtp://host:587');
};

/** Who sends mails: an address, or a name and the address in angle brackets. */
export const mailSender: ParseSetting<string> = (text) => {
  const [, address = text] = /^[^\p{Cc}<>"@]{1,100} <([^<>]+)>$/u.exec(text) ?? [];
  return mailAddressPattern.test(address) && text.length <= 300
    ? text
    : failExpecting('an e-mail address such as data@example.org, or Open data <data@example.org>');
};

/** An http or https URL, or a path of the portal. */
export const urlOrPath: ParseSetting<string> = (text) => {
  const isPath = text.length <= 2_000 && /^\/(?!\/)[^\s\p{Cc}\\]*$/u.test(text);
  const url = tryParseUrl(text);
  return isPath || (url && /^https?:$/.test(url.protocol) && !url.username)
    ? text
    : failExpecting('an http or https URL, or a path of the portal such as /pages/imprint');
};

const maxPictureBytes = 2 ** 20;

/** The file of a picture, whose format its bytes tell. */
export const pictureFile: ParseSetting<Picture> = (path) => {
  try {
    const content = statSync(path).size > maxPictureBytes ? undefined : readFileSync(path);
    const facts = content && readImageFacts(content);
    if (content && facts)
      return Object.freeze({
        content,
        facts: {
          sha256: createHash('sha256').update(content).digest('hex'),
          mediaType: facts.mediaType,
          pixelWidth: facts.width,
          pixelHeight: facts.height,
          bytes: content.length,
        },
      });
  } catch (error) {
    failExpecting(`the path of a file that can be read (${String(systemErrorCode(error))})`);
  }
  return failExpecting('the path of a PNG, JPEG, GIF or WebP of at most 1 MiB');
};

/** A picture, and what is known of it. */
interface Picture {
  readonly content: Buffer;
  readonly facts: {
    /** The SHA-256 of the bytes, in hexadecimal. */
    readonly sha256: string;
    readonly bytes: number;
    readonly mediaType: string;
    readonly pixelWidth: number;
    readonly pixelHeight: number;
  };
}

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const tryParseUrl = (text: string) => URL.parse(text) ?? undefined;

function failExpecting(expected: string): never {
  throw new InvalidSetting(expected);
}

/** Parses the text of a variable. Throws InvalidSetting. */
type ParseSetting<T> = (text: string) => T;

/** An invalid value. The message describes valid values, as the end of a sentence: "a whole number from 0 to 65535". */
class InvalidSetting extends Error {}

/** Declares a setting with a default, which is parsed like a given text. */
export const setting = <T>(fallback: string, parse: ParseSetting<T>, about: string) =>
  z.string().default(fallback).transform(toTransform(parse)).meta({ about, fallback });

/** Declares an optional setting; `fallback` describes what applies without it. The value of a secret is never shown. */
export const optional = <T>(parse: ParseSetting<T>, meta: { about: string; fallback: string; secret?: true }) =>
  z.string().transform(toTransform(parse)).optional().meta(meta);

/** Converts a parser to a transformation of zod, which reports InvalidSetting as an issue. */
const toTransform =
  <T>(parse: ParseSetting<T>) =>
  (text: string, context: z.core.$RefinementCtx<string>): T => {
    try {
      return parse(text.trim());
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  };
