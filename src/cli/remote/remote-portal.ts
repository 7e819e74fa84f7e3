import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { tryParseJson } from '#kernel/json.ts';
import { CommandError, exitCodes, messageOf } from '../exit-codes.ts';

/** An answer of the other portal that is not what was asked for. One of an item leaves the others as they are. */
export class RemoteRefusal extends CommandError {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message, status === 401 || status === 403 ? exitCodes.refused : exitCodes.failed);
    this.status = status;
  }
}

/** The bounds of what the other portal may cost. */
const maxAnswerBytes = 64 * 2 ** 20;
const maxFileBytes = 2 ** 30;
const maxItems = 10_000;
const answerSeconds = 60;
const fileSeconds = 1_800;
const maxRedirects = 3;

/** How often a request is sent, the seconds before the second time, and the longest pause that the portal may ask for. */
const attempts = 4;
const firstPauseSeconds = 1;
const longestPauseSeconds = 300;
const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const pageSize = 100;
const page = z.object({ total_count: z.int().nonnegative(), results: z.array(z.unknown()) });

/**
 * Reads the REST APIs of another portal with a key: one request at a time, again where it is busy or does not answer, each answer within bounds
 * of bytes and time.
 */
export class RemotePortal {
  readonly url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.url = url.replace(/\/+$/, '');
    this.#key = key;
  }

  /** Reads an object of the Automation API, or of the Portal API. Fails with a RemoteRefusal, and with a CommandError where the line is broken. */
  async read<Value>(
    path: string,
    schema: z.ZodType<Value>,
    api: 'automation' | 'portal' = 'automation',
  ): Promise<Value> {
    const address = `/api/${api}/v1.0${path}`;
    const text = await this.#fetch(address, answerSeconds, (answer) => readText(answer, address));
    const value = tryParseJson(text);
    if (value === undefined) throw new RemoteRefusal(200, `${address} answers something else than JSON.`);
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new RemoteRefusal(200, `${address}: ${problemOf(parsed.error)}`);
    return parsed.data;
  }

  /** The items of a list, page by page, as they are answered. Fails where there are more than 10,000. */
  async *list(path: string): AsyncGenerator<{ readonly item: unknown; readonly totalCount: number }> {
    const query = path.includes('?') ? '&' : '?';
    for (let offset = 0; ;) {
      const answer = await this.read(`${path}${query}limit=${pageSize}&offset=${offset}`, page);
      const { total_count: totalCount, results } = answer;
      if (totalCount > maxItems)
        throw new RemoteRefusal(200, `${path} has ${totalCount} items; at most ${maxItems} are read.`);
      for (const item of results) yield { item, totalCount };
      offset += results.length;
      if (results.length === 0 || offset >= totalCount) return;
    }
  }

  /** The items of a short list. Fails where one is not as the API describes it. */
  async all<Value>(path: string, schema: z.ZodType<Value>): Promise<readonly Value[]> {
    const items: Value[] = [];
    for await (const { item } of this.list(path)) {
      const parsed = schema.safeParse(item);
      if (!parsed.success) throw new RemoteRefusal(200, `${path}: ${problemOf(parsed.error)}`);
      items.push(parsed.data);
    }
    return items;
  }

  /** Writes the bytes of a file of the Automation API, which is there whole or not at all. */
  download(path: string, target: string): Promise<void> {
    return this.downloadAt(`/api/automation/v1.0${path}`, target);
  }

  /** Writes the bytes of an address of the portal, likewise. */
  async downloadAt(address: string, target: string): Promise<void> {
    await mkdir(dirname(target), { recursive: true });
    const part = `${target}.part`;
    try {
      await this.#fetch(address, fileSeconds, (answer) =>
        pipeline(answer, atMost(maxFileBytes, address), createWriteStream(part)),
      );
      await rename(part, target);
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Sends a request and reads its answer, again after a pause where the portal is busy or the line breaks. */
  async #fetch<Value>(path: string, seconds: number, consume: (answer: Readable) => Promise<Value>): Promise<Value> {
    for (let attempt = 1; ; attempt += 1) {
      let retryAfter: string | null = null;
      try {
        const response = await this.#follow(`${this.url}${path}`, seconds);
        if (response.ok) return await consume(response.body ? Readable.fromWeb(response.body) : Readable.from([]));
        await response.body?.cancel();
        if (attempt === attempts || !busyStatuses.has(response.status)) throw refusalOf(response.status, path);
        retryAfter = response.headers.get('retry-after');
      } catch (error) {
        if (error instanceof CommandError) throw error;
        if (attempt === attempts) {
          const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
          throw new CommandError(`${this.url} does not answer: ${messageOf(cause)}`);
        }
      }
      await pause(secondsBefore(retryAfter, attempt, path) * 1_000);
    }
  }

  /** Sends the request. The key goes to the portal alone, and a redirect to another host must be of HTTPS. */
  async #follow(address: string, seconds: number): Promise<Response> {
    const own = new URL(this.url);
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const headers = {
        'user-agent': 'catalograph',
        ...(url.origin === own.origin && { authorization: `Apikey ${this.#key}` }),
      };
      const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(seconds * 1_000) });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) return response;
      await response.body?.cancel();
      url = new URL(location, url);
      if (url.origin !== own.origin && url.protocol !== 'https:')
        throw new RemoteRefusal(response.status, `${url.pathname}: it redirects to ${url.origin}, which is not read.`);
    }
    throw new RemoteRefusal(310, `${url.pathname}: it redirects more than ${maxRedirects} times.`);
  }
}

function refusalOf(status: number, path: string): RemoteRefusal {
  const [plainPath] = path.split('?');
  if (status === 401) return new RemoteRefusal(status, 'The other portal does not know the key of --remote-key.');
  if (status === 403)
    return new RemoteRefusal(status, `The key of --remote-key may not read ${plainPath} of the other portal.`);
  return new RemoteRefusal(status, `${plainPath} of the other portal answers ${status}.`);
}

/** The seconds to wait before the next attempt: what the portal asks for, else longer each time. */
function secondsBefore(retryAfter: string | null, attempt: number, path: string): number {
  if (retryAfter === null) return firstPauseSeconds * 2 ** (attempt - 1);
  const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000;
  if (asked > longestPauseSeconds)
    throw new RemoteRefusal(429, `${path}: the other portal asks to come back in ${Math.ceil(asked)} seconds.`);
  return Number.isNaN(asked) ? firstPauseSeconds : Math.max(asked, 0);
}

async function readText(answer: Readable, address: string): Promise<string> {
  const chunks: Buffer[] = [];
  await pipeline(answer, atMost(maxAnswerBytes, address), async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  });
  return Buffer.concat(chunks).toString('utf8');
}

function atMost(limit: number, address: string): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit) done(new RemoteRefusal(200, `${address} is longer than ${limit / 2 ** 20} MB.`));
      else done(null, chunk);
    },
  });
}

const problemOf = (error: z.ZodError): string => z.prettifyError(error).replaceAll('\n', ' ').slice(0, 500);
