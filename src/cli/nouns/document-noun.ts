import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { canonicalJson, type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import type { GraphClient } from '../graph-client.ts';
import { compare, isRenamedReference } from './compare.ts';
import type { Change, DesiredItem, Noun, Session } from './noun.ts';

/** What a document is applied with. */
export interface DocumentWork {
  readonly session: Session;
  /** The folder of the file, which has the bytes that it names. */
  readonly folder: string;
}

/** A noun whose items are one file each, and which has no dry run of the service: the plan compares documents. */
interface DocumentSource<Document, Item> extends Partial<
  Pick<Noun, 'hasFolders' | 'shortNameOf' | 'rights' | 'creationRights' | 'needs' | 'needsLaterNouns' | 'secretMembers'>
> {
  readonly name: string;
  readonly schema: z.ZodType<Document>;
  readonly keyOf: (document: Document) => string;
  readonly nameOf?: (document: Document) => string;
  /** Reads all items, a page at a time. */
  readonly read: (client: GraphClient, session: Session) => AsyncIterable<Item>;
  readonly write: (item: Item) => Document;
  readonly create: (client: GraphClient, document: Document, work: DocumentWork) => Promise<unknown>;
  readonly update: (client: GraphClient, item: Item, document: Document, work: DocumentWork) => Promise<unknown>;
  readonly remove: (client: GraphClient, item: Item, session: Session) => Promise<unknown>;
  /** Does what must wait for all other items. `failedCount` of them could not be applied. */
  readonly finish?: (
    client: GraphClient,
    document: Document,
    session: Session,
    failedCount: number,
  ) => Promise<unknown>;
  /** Whether an item can be deleted: one that every portal has cannot. */
  readonly isRemovable?: (item: Item) => boolean;
  /** Whether a document asks for nothing, so that it is met where the instance has no such item. */
  readonly isEmpty?: (document: Document) => boolean;
  /** Gives a document that which its file leaves out and the instance has. */
  readonly complete?: (document: Document, item: Item) => Document;
  /** Writes the bytes that a document names next to its file. */
  readonly writeFiles?: (client: GraphClient, item: Item, folder: string) => Promise<void>;
  /** The differences of the bytes that a document names. */
  readonly compareFiles?: (document: Document, item: Item, folder: string) => Promise<readonly Change[]>;
}

/** Makes a noun of documents. A plan is refused where the item on the instance is another one than that which was compared. */
export function documentNoun<Document extends object, Item>(source: DocumentSource<Document, Item>): Noun {
  const { name, schema, keyOf, read, write, hasFolders = false } = source;
  const {
    nameOf,
    isEmpty,
    isRemovable = () => true,
    complete = (document: Document) => document,
    writeFiles,
    compareFiles,
  } = source;
  const documentOf = (item: Item) => toPlainJson(write(item)) as JsonObject;
  /** Reads the items with their keys. Fails where two have the same: files could hold only one of them. */
  async function* readKeyed(session: Session): AsyncGenerator<readonly [string, Item]> {
    const keys = new Set<string>();
    for await (const item of read(session.client, session)) {
      const key = keyOf(write(item));
      if (keys.has(key)) throw new CommandError(`Two of ${name} are named ${key}. Rename one on the instance.`);
      keys.add(key);
      yield [key, item];
    }
  }
  /** The items by their keys, read once for all plans of a session, and once more for all that is applied. */
  const readAll = async (session: Session): Promise<ReadonlyMap<string, Item>> => {
    const items = new Map<string, Item>();
    for await (const [key, item] of readKeyed(session)) items.set(key, item);
    return items;
  };
  const onceFor = (known: WeakMap<Session, Promise<ReadonlyMap<string, Item>>>) => (session: Session) => {
    const found = known.get(session) ?? readAll(session);
    known.set(session, found);
    return found;
  };
  const planned = onceFor(new WeakMap());
  const applied = onceFor(new WeakMap());
  const { finish, shortNameOf, rights, creationRights, needs, needsLaterNouns, secretMembers } = source;
  return Object.freeze<Noun>({
    name,
    hasFolders,
    schema,
    ...(shortNameOf && { shortNameOf }),
    ...(rights && { rights }),
    ...(creationRights && { creationRights }),
    ...(needs && { needs }),
    ...(needsLaterNouns && { needsLaterNouns }),
    ...(secretMembers && { secretMembers }),
    ...(finish && {
      async finish(session: Session, { document }: DesiredItem, failedCount: number) {
        await finish(session.client, schema.parse(document), session, failedCount);
      },
    }),
    keyOf: (document) => keyOf(schema.parse(document)),
    ...(nameOf && { nameOf: (document: JsonObject) => nameOf(schema.parse(document)) }),
    async *list(session) {
      for await (const [key, item] of readKeyed(session))
        yield {
          key,
          document: documentOf(item),
          ...(writeFiles && { write: (folder: string) => writeFiles(session.client, item, folder) }),
        };
    },
    async *keys(session) {
      for (const [key, item] of await planned(session)) if (isRemovable(item)) yield key;
    },
    async plan(session, { key, document, folder }) {
      const item = (await planned(session)).get(key);
      if (item === undefined && isEmpty?.(schema.parse(document)) === true)
        return { action: 'none', token: 'new', changes: [] };
      if (item === undefined) return { action: 'create', token: 'new', changes: compare(undefined, document) };
      const stored = documentOf(item);
      const given = schema.parse(document);
      const changes = [
        ...compare(stored, toPlainJson(complete(given, item)) as Json).filter((each) => !isRenamedReference(each)),
        ...((await compareFiles?.(given, item, folder)) ?? []),
      ];
      return { action: changes.length === 0 ? 'none' : 'update', changes, token: tokenOf(stored) };
    },
    async apply(session, { key, document, folder }, { token }) {
      const item = (await applied(session)).get(key);
      if (token !== (item === undefined ? 'new' : tokenOf(documentOf(item))))
        throw new CommandError('It changed since the plan. Plan again.', exitCodes.refused);
      const desired = schema.parse(document);
      const work = { session, folder };
      if (item === undefined) await source.create(session.client, desired, work);
      else await source.update(session.client, item, complete(desired, item), work);
    },
    async remove(session, key) {
      const item = (await applied(session)).get(key);
      if (item !== undefined) await source.remove(session.client, item, session);
    },
  });
}

const tokenOf = (document: JsonObject): string => createHash('sha256').update(canonicalJson(document)).digest('hex');
