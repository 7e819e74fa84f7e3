import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { z } from 'zod';
import { CommandError, exitCodes, messageOf } from './exit-codes.ts';

/** A document of the graph, with its input as the texts of files have it: the graph checks it. */
export type GraphDocument<Data> = TypedDocumentNode<Data, never>;

/** An error of the graph, with its code. */
export class GraphRefusal extends CommandError {
  readonly code: string;
  /** What is wrong with fields of the input, by their paths. */
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(code: string, message: string, fields: GraphRefusal['fields'] = {}) {
    const named = Object.entries(fields).map(([name, texts]) => `${name}: ${texts.join(' ')}`);
    super(named.length > 0 ? named.join('; ') : message, refusals.has(code) ? exitCodes.refused : exitCodes.failed);
    this.code = code;
    this.fields = fields;
  }
}

/** The codes of errors that say no, and not that something is broken. */
const refusals: ReadonlySet<string> = new Set([
  'PERMISSION_DENIED',
  'READ_ONLY_KEY',
  'LIMITED_KEY',
  'REVISION_MISMATCH',
  'PLAN_MISMATCH',
]);

/** Whether an error says that the caller may not. A key that is not valid is a mistake, and no such answer. */
export const isDenial = (error: unknown): error is GraphRefusal =>
  error instanceof GraphRefusal && (error.code === 'PERMISSION_DENIED' || error.code === 'LIMITED_KEY');

const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z
          .object({ code: z.string(), fields: z.record(z.string(), z.array(z.string())).optional() })
          .partial()
          .optional(),
      }),
    )
    .optional(),
});

/** How often a request is sent that met a busy service, and the seconds before the second time. */
const attempts = 4;
const firstPauseSeconds = 1;

/** Sends documents to the graph of an instance, and moves files. */
export class GraphClient {
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ url, key }: { readonly url: string; readonly key?: string | undefined }) {
    this.url = url.replace(/\/+$/, '');
    this.#headers = key === undefined || key === '' ? {} : { authorization: `Apikey ${key}` };
  }

  /** Sends an operation. Fails with a GraphRefusal where any part of it failed. */
  async send<Data>(document: GraphDocument<Data>, variables: object = {}): Promise<Data> {
    const body = JSON.stringify({ query: print(document), variables });
    return this.#answerOf<Data>(() => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body }));
  }

  /** Sends a mutation whose `input.file` is a file of this machine, which is read as it is sent. */
  async upload<Data>(document: GraphDocument<Data>, input: object, path: string, name = basename(path)): Promise<Data> {
    const file = await openAsBlob(path);
    return this.#answerOf<Data>(() => {
      const form = new FormData();
      form.set(
        'operations',
        JSON.stringify({ query: print(document), variables: { input: { ...input, file: null } } }),
      );
      form.set('map', JSON.stringify({ 0: ['variables.input.file'] }));
      form.set('0', file, name);
      return { method: 'POST', headers: { 'apollo-require-preflight': 'true' }, body: form };
    });
  }

  /** Writes what an address of the instance answers to a file, which is there whole or not at all. The path is relative to the instance. */
  async download(path: string, target: string): Promise<void> {
    const response = await this.#fetch(path, () => ({}));
    if (!response.ok || !response.body) throw new CommandError(`${path} answers ${response.status}.`);
    await mkdir(dirname(target), { recursive: true });
    const part = `${target}.part`;
    try {
      await pipeline(Readable.fromWeb(response.body), createWriteStream(part));
      await rename(part, target);
    } finally {
      await rm(part, { force: true });
    }
  }

  async #answerOf<Data>(request: () => RequestInit): Promise<Data> {
    const response = await this.#fetch('/graphql', request);
    const text = await response.text();
    const parsed = answer.safeParse(parseOrUndefined(text));
    if (!parsed.success || (parsed.data.data == null && parsed.data.errors === undefined))
      throw new CommandError(
        `${this.url}/graphql answers ${response.status} with something else than the graph. Is --url the address of a Catalograph?`,
      );
    const [error] = parsed.data.errors ?? [];
    if (error) {
      const { code = 'UNKNOWN', fields = {} } = error.extensions ?? {};
      throw new GraphRefusal(code, error.message, fields);
    }
    // the document types what the graph answers to it
    return parsed.data.data as Data;
  }

  /** Sends a request, again after a pause where the service is busy. Only answers that say that nothing was done lead to another attempt. */
  async #fetch(path: string, request: () => RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const init = request();
      const headers = { ...this.#headers, ...Object.fromEntries(new Headers(init.headers)) };
      const response = await fetch(`${this.url}${path}`, { ...init, headers, redirect: 'error' }).catch(
        (error: unknown) => {
          const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
          const message = messageOf(cause);
          if (message === 'bad port')
            throw new CommandError(
              `${this.url}: clients and browsers refuse this port. Let the service listen at another one.`,
            );
          throw new CommandError(`${this.url} does not answer: ${message}`);
        },
      );
      if ((response.status !== 429 && response.status !== 503) || attempt === attempts) return response;
      await response.body?.cancel();
      const seconds = Number(response.headers.get('retry-after')) || firstPauseSeconds * 2 ** (attempt - 1);
      await pause(Math.min(seconds, 60) * 1_000);
    }
  }
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The path of an address of the instance, which may know itself by another name. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address, 'http://localhost');
  return `${pathname}${search}`;
}
