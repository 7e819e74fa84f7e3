import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { canonicalJson, type JsonObject, toPlainJson } from '#kernel/json.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import type { GraphClient } from '../graph-client.ts';
import { compare } from './compare.ts';
import type { Noun, Session } from './noun.ts';

/** A noun whose items are one file each, and which has no dry run of the service: the plan compares documents. */
interface DocumentSource<Document, Item> {
  readonly name: string;
  readonly schema: z.ZodType<Document>;
  readonly keyOf: (document: Document) => string;
  /** Reads all items, a page at a time. */
  readonly read: (client: GraphClient) => AsyncIterable<Item>;
  readonly write: (item: Item) => Document;
  readonly create: (client: GraphClient, document: Document) => Promise<unknown>;
  readonly update: (client: GraphClient, item: Item, document: Document) => Promise<unknown>;
  readonly remove: (client: GraphClient, item: Item) => Promise<unknown>;
}

/** Makes a noun of documents. A plan is refused where the item on the instance is another one than that which was compared. */
export function documentNoun<Document extends object, Item>(source: DocumentSource<Document, Item>): Noun {
  const { name, schema, keyOf, read, write } = source;
  const documentOf = (item: Item) => toPlainJson(write(item)) as JsonObject;
  /** The items by their keys, read once for all plans of a session, and once more for all that is applied. */
  const readAll = async ({ client }: Session): Promise<ReadonlyMap<string, Item>> => {
    const items = new Map<string, Item>();
    for await (const item of read(client)) items.set(keyOf(write(item)), item);
    return items;
  };
  const onceFor = (known: WeakMap<Session, Promise<ReadonlyMap<string, Item>>>) => (session: Session) => {
    const found = known.get(session) ?? readAll(session);
    known.set(session, found);
    return found;
  };
  const planned = onceFor(new WeakMap());
  const applied = onceFor(new WeakMap());
  return Object.freeze<Noun>({
    name,
    hasFolders: false,
    schema,
    keyOf: (document) => keyOf(schema.parse(document)),
    async *list({ client }) {
      for await (const item of read(client)) yield { key: keyOf(write(item)), document: documentOf(item) };
    },
    async *keys(session) {
      yield* (await planned(session)).keys();
    },
    async plan(session, { key, document }) {
      const item = (await planned(session)).get(key);
      if (item === undefined) return { action: 'create', token: 'new', changes: compare(undefined, document) };
      const stored = documentOf(item);
      const changes = compare(stored, document);
      return { action: changes.length === 0 ? 'none' : 'update', changes, token: tokenOf(stored) };
    },
    async apply(session, { key, document }, { token }) {
      const item = (await applied(session)).get(key);
      if (token !== (item === undefined ? 'new' : tokenOf(documentOf(item))))
        throw new CommandError('It changed since the plan. Plan again.', exitCodes.refused);
      const desired = schema.parse(document);
      if (item === undefined) await source.create(session.client, desired);
      else await source.update(session.client, item, desired);
    },
    async remove(session, key) {
      const item = (await applied(session)).get(key);
      if (item !== undefined) await source.remove(session.client, item);
    },
  });
}

const tokenOf = (document: JsonObject): string => createHash('sha256').update(canonicalJson(document)).digest('hex');
