import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { CommandError, exitCodes, messageOf } from '../exit-codes.ts';
import type { Change, PlannedItem } from '../nouns/noun.ts';

/** What a plan says of an item. */
export interface PlanEntry {
  readonly noun: string;
  readonly key: string;
  readonly action: PlannedItem['action'] | 'delete' | 'failed';
  readonly changes: readonly Change[];
  readonly token: string;
  /** Why the instance would refuse the item. */
  readonly error?: string | undefined;
  /** Whether the caller may not. */
  readonly isDenied?: boolean | undefined;
}

const head = z.object({ url: z.string() });

const planEntry = z.object({
  noun: z.string(),
  key: z.string(),
  action: z.enum(['create', 'update', 'none', 'delete', 'failed']),
  changes: z.array(
    z.object({
      path: z.array(z.string()),
      kind: z.enum(['added', 'removed', 'changed']),
      before: z.json(),
      after: z.json(),
    }),
  ),
  token: z.string(),
  error: z.string().optional(),
  isDenied: z.boolean().optional(),
});

/** The line after the last entry. */
const lastLine = ']}';

/** A plan in a file: JSON with an entry on each line, so that it is written and read an entry at a time. It is there whole or not at all. */
export class PlanFile {
  readonly #path: string;
  readonly #file: FileHandle;
  #separator = '';

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Begins the file of a plan for an instance. */
  static async create(path: string, url: string): Promise<PlanFile> {
    const file = await open(`${path}.part`, 'w').catch((error: unknown) => {
      throw new CommandError(`${path} cannot be written: ${messageOf(error)}`);
    });
    await file.write(`{"url":${JSON.stringify(url)},"entries":[\n`);
    return new PlanFile(path, file);
  }

  async add(entry: PlanEntry): Promise<void> {
    await this.#file.write(`${this.#separator}${JSON.stringify(entry)}`);
    this.#separator = ',\n';
  }

  async end(): Promise<void> {
    await this.#file.write(`\n${lastLine}\n`);
    await this.#file.close();
    await rename(`${this.#path}.part`, this.#path);
  }
}

/** Reads the entries of a plan that `plan --out` wrote for the same instance. Fails where it is of another one, or not whole. */
export async function* readPlan(path: string, url: string): AsyncGenerator<PlanEntry> {
  const input = createReadStream(path, 'utf8');
  const failure = new Promise<never>((_resolve, reject) => {
    input.once('error', (error) => {
      reject(new CommandError(`The plan cannot be read: ${error.message}`));
    });
  });
  const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
  const next = async (): Promise<string | undefined> => {
    const { done, value } = await Promise.race([lines.next(), failure]);
    return done === true ? undefined : value;
  };
  failure.catch(() => undefined);
  const given = parse(head, `${(await next()) ?? ''}]}`);
  if (given.url !== url) throw new CommandError(`The plan is of ${given.url}.`, exitCodes.refused);
  for (let line = await next(); line !== lastLine; line = await next()) {
    if (line === undefined) throw new CommandError('The plan is not whole. Plan again.');
    if (line !== '') yield parse(planEntry, line.replace(/,$/, ''));
  }
}

function parse<Value>(schema: z.ZodType<Value>, text: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CommandError('The plan is none that `plan --out` wrote: it has an entry on each line.');
  }
  const read = schema.safeParse(value);
  if (!read.success) throw new CommandError(`The plan is invalid:\n${z.prettifyError(read.error)}`);
  return read.data;
}
