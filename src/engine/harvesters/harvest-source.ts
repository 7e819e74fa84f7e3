import { buffer } from 'node:stream/consumers';
import { pipeline, type Readable, Transform } from 'node:stream';
import { createSemaphore, type Semaphore } from '#kernel/semaphore.ts';
import { fail } from '#kernel/fail.ts';
import { parseJson } from '#kernel/json.ts';
import type { Fetched, Fetcher, Validators } from '#platform/fetcher/fetcher.ts';
import { fetchWithRetry } from '#platform/datasources/provider-requests.ts';
import { decodeAnswer } from './decode-text.ts';
import { RobotsRules } from './robots-rules.ts';

/** A request to the other portal. */
export interface SourceRequest {
  readonly method?: 'GET' | 'POST';
  /** The body of a POST; `headers` give its type. */
  readonly content?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses other than 2xx whose responses are returned as well. */
  readonly acceptedStatuses?: readonly number[];
}

/** An answer of the other portal, read whole. */
export interface SourceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The address after all redirects. */
  readonly url: string;
  readonly mimetype: string | null;
  readonly bytes: Buffer;
}

/** The only way of a kind to the other portal: bounded, guarded, one request at a time to a host. */
export interface HarvestSource {
  /** Reads an answer of at most `limits.pageBytes` into memory. Fails SOURCE_FAILED and SOURCE_REFUSED; also for the second time of a request, because pages would go round in circles. */
  fetch(url: string, request?: SourceRequest): Promise<SourceAnswer>;
  /** Reads JSON. Fails SOURCE_FAILED for anything else, such as a page in place of data. */
  fetchJson(url: string, request?: SourceRequest): Promise<unknown>;
  /** Reads text in the encoding that the answer, its byte order mark or its XML declaration names; UTF-8 otherwise, or what fits. */
  fetchText(url: string, request?: SourceRequest): Promise<SourceAnswer & { readonly text: string }>;
  /** Opens an answer to read it as it arrives. The host takes no other request until `body` ends: read it or destroy it. */
  open(
    url: string,
    request?: SourceRequest,
  ): Promise<Pick<Fetched, 'status' | 'headers' | 'url' | 'mimetype' | 'body'>>;
  /** The list, where one answer had it whole and named validators; undefined after several requests. */
  list(): KnownList | undefined;
}

/** A list that one answer has whole, with the validators of that answer. */
export interface KnownList extends Validators {
  readonly url: string;
}

/** The source has confirmed that its list is the known one: nothing has changed. */
export class ListUnchanged extends Error {}

/** The limits of one run. */
export interface HarvestLimits {
  /** The bytes of one answer that is read into memory. */
  readonly pageBytes: number;
  /** The bytes of all answers. */
  readonly totalBytes: number;
  /** The requests. */
  readonly requests: number;
}

const defaultLimits: HarvestLimits = { pageBytes: 64 * 2 ** 20, totalBytes: 2 ** 30, requests: 50_000 };

/** A modification date of the last minute may be that of two states of a list (RFC 9110, 8.8.2.2), in milliseconds. */
const youngestMs = 60_000;

/**
 * Creates the source of one run. `signal` ends every request. With the list of an earlier run, the first request throws ListUnchanged where the
 * source confirms it.
 */
export function createHarvestSource(
  fetcher: Pick<Fetcher, 'fetch'>,
  signal: AbortSignal,
  limits: Partial<HarvestLimits> = {},
  known?: KnownList,
): HarvestSource {
  const { pageBytes, totalBytes, requests } = { ...defaultLimits, ...limits };
  const sent = new Set<string>();
  const robots = new RobotsRules(fetcher, signal);
  let first: KnownList | undefined;
  const hosts = new Map<string, Semaphore>();
  let remaining = totalBytes;

  const hostOf = (url: string): Semaphore => {
    const host = URL.parse(url)?.host ?? '';
    const turn = hosts.get(host) ?? createSemaphore(1);
    hosts.set(host, turn);
    return turn;
  };

  function register(url: string, { content = '' }: SourceRequest): void {
    const key = `${url} ${content}`;
    if (sent.has(key))
      fail('SOURCE_FAILED', { reason: `its pages go round in circles: ${shortUrl(url)} comes twice.` });
    if (sent.size >= requests) fail('SOURCE_FAILED', { reason: `it needs more than ${requests} requests.` });
    sent.add(key);
  }

  async function send(url: string, request: SourceRequest, maxBytes: number): Promise<Fetched> {
    const isFirst = sent.size === 1 && request.method !== 'POST';
    await robots.require(url);
    const fetched = await fetchWithRetry(fetcher, url, {
      ...request,
      signal,
      maxBytes: Math.max(1, Math.min(maxBytes, remaining)),
      ...(isFirst && known?.url === url && { validators: known }),
    });
    if (fetched.status === 304) {
      fetched.body.destroy();
      throw new ListUnchanged('The list has not changed.');
    }
    if (isFirst) first = { url, ...sureValidators(fetched.validators) };
    return fetched;
  }

  /** Counts the bytes of a body. They are limited by `remaining` when the request is sent. */
  const count = (body: Readable): Readable =>
    pipeline(
      body,
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          remaining -= chunk.length;
          done(null, chunk);
        },
      }),
      () => undefined,
    );

  const source: HarvestSource = {
    async fetch(url, request = {}) {
      register(url, request);
      return hostOf(url)(async () => {
        const { body, status, headers, url: finalUrl, mimetype } = await send(url, request, pageBytes);
        const bytes = await buffer(body);
        remaining -= bytes.length;
        if (remaining <= 0) fail('SOURCE_FAILED', { reason: `its list has more than ${totalBytes} bytes.` });
        return { status, headers, url: finalUrl, mimetype, bytes };
      });
    },
    async fetchText(url, request) {
      const answer = await source.fetch(url, request);
      return { ...answer, text: await decodeAnswer(answer.bytes, answer.headers['content-type']) };
    },
    async fetchJson(url, request) {
      const { text, url: finalUrl } = await source.fetchText(url, request);
      return parseAnswer(text, finalUrl);
    },
    open(url, request = {}) {
      register(url, request);
      return new Promise((resolve, reject) => {
        void hostOf(url)(async () => {
          const { body, status, headers, url: finalUrl, mimetype } = await send(url, request, remaining);
          const counted = count(body);
          const ended = new Promise((end) => counted.once('close', end));
          resolve({ status, headers, url: finalUrl, mimetype, body: counted });
          await ended;
        }).catch(reject);
      });
    },
    list: () => (sent.size === 1 && (first?.etag ?? first?.lastModified) != null ? first : undefined),
  };
  return source;
}

/** The validators without a date that is too young to tell two states apart. */
function sureValidators({ etag, lastModified }: Validators): Validators {
  const age = lastModified === null ? NaN : Date.now() - Date.parse(lastModified);
  return { etag, lastModified: age >= youngestMs ? lastModified : null };
}

/** Parses the JSON of an answer. Fails SOURCE_FAILED; the message quotes nothing of it. */
function parseAnswer(text: string, url: string): unknown {
  try {
    return parseJson(text);
  } catch {
    const found = /^\s*</.test(text) ? 'a page or XML' : 'something else';
    return fail('SOURCE_FAILED', { reason: `${shortUrl(url)} answered with ${found} in place of JSON.` });
  }
}

/** An address as messages show it: without parameters, which may contain secrets. */
export function shortUrl(text: string): string {
  const url = URL.parse(text);
  return url ? `${url.host}${url.pathname}`.slice(0, 200) : 'the address';
}
