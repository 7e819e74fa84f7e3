import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { maskReferences, resolveSecrets, withReferences } from '../files/secrets.ts';
import {
  CreateConnectionDocument,
  CreateConnectionGroupRulesetDocument,
  CreateConnectionUserRulesetDocument,
  DeleteConnectionDocument,
  DeleteConnectionGroupRulesetDocument,
  DeleteConnectionUserRulesetDocument,
  type ExportConnectionsQuery,
  ExportConnectionsDocument,
  ListConnectionsDocument,
  UpdateConnectionDocument,
  type WrittenConnectionFragment,
} from '../generated/operations.ts';
import { documentNoun } from './document-noun.ts';
import type { Noun, Session } from './noun.ts';
import { pages } from './pages.ts';
import { camelCase, connectionOf } from './write-dataset.ts';

const ruleset = z.strictObject({
  user: z.string().optional().describe('A username.'),
  group: z.string().optional().describe('The uid of a group.'),
  permissions: z.array(z.string()).default([]),
});
type Ruleset = z.output<typeof ruleset>;

const connectionDocument = z.strictObject({
  settings: z
    .record(z.string(), z.record(z.string(), z.json()))
    .describe(
      'One kind of datasource with its settings, as `ConnectionSettingsInput` of the graph: `{http: {url: …}}`. The kind and the address, or else the account, are the identity of the connection. Secrets are references such as `${env:CATALOGRAPH_SECRET_TOKEN}`.',
    ),
  number: z.int().min(2).optional().describe('Which one it is of several of the same identity, by creation.'),
  isReusable: z.boolean().default(true).describe('Whether other resources may use the connection.'),
  rulesets: z.array(ruleset).optional().describe('Whom it is shared with. Left out: as it is on the instance.'),
});
type ConnectionDocument = z.output<typeof connectionDocument>;
type Connection = NonNullable<ExportConnectionsQuery['datasourceConnections']>['nodes'][number];

/** A connection as its name needs it. */
type NamedConnection = WrittenConnectionFragment & Pick<Connection, 'type'>;

/** A saved connection, and which one it is of several of the same identity. */
interface Numbered<Read extends NamedConnection> {
  readonly connection: Read;
  readonly number: number;
}
type NumberedConnection = Numbered<Connection>;

/** The settings by which a connection is recognized, the first that it has. */
const identities = ['url', 'connectionString', 'accountName', 'accessKeyId', 'clientId', 'username'] as const;

/** The characters of an identity in the name of a file. */
const maxIdentityLength = 120;

/** The kind of a connection and its address without scheme and query, or its account, as a name of a file: `http data.example.org trees`. */
function identityOf(settings: JsonObject): string {
  const [[kind, given] = ['', {}]] = Object.entries(settings);
  const known = isJsonObject(given) ? given : {};
  const [auth = {}] = isJsonObject(known['auth']) ? Object.values(known['auth']) : [];
  const members: JsonObject = { ...(isJsonObject(auth) ? auth : {}), ...known };
  const [found = ''] = identities.flatMap((name) => (typeof members[name] === 'string' ? [members[name]] : []));
  const identity = maskReferences(found)
    .replace(/^\w+:\/\/([^?#]*)[^]*$/, '$1')
    .replaceAll(/[\s/]+/g, ' ')
    .trim();
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, 8);
  return `${kind} ${identity.length > maxIdentityLength ? `${identity.slice(0, maxIdentityLength)} ${digest}` : identity}`;
}

const settingsOf = (connection: NamedConnection): JsonObject => ({
  [camelCase(connection.type)]: connectionOf(connection),
});

const keyOf = ({ settings, number }: Pick<ConnectionDocument, 'settings' | 'number'>): string =>
  identityOf(settings) + (number === undefined ? '' : ` ${number}`);

const granteeOf = ({ user, group = '' }: Ruleset): string => (user === undefined ? `group ${group}` : `user ${user}`);
const sorted = (rulesets: readonly Ruleset[]): Ruleset[] =>
  rulesets
    .map(({ permissions, ...each }) => ({ ...each, permissions: permissions.toSorted() }))
    .toSorted((one, other) => (granteeOf(one) < granteeOf(other) ? -1 : 1));

function write({ connection, number }: NumberedConnection): ConnectionDocument {
  const { isReusable, canManage, userRulesets, groupRulesets } = connection;
  const key = nameOf({ connection, number });
  for (const { totalCount, nodes } of [userRulesets, groupRulesets])
    if (totalCount > nodes.length)
      throw new CommandError(`The connection ${key} has more than ${nodes.length} rulesets.`);
  return connectionDocument.parse({
    settings: withReferences(settingsOf(connection), [key]),
    ...(number > 1 && { number }),
    isReusable,
    ...(canManage && {
      rulesets: sorted([
        ...groupRulesets.nodes.map(({ group, permissions }) => ({ group: group.uid, permissions: [...permissions] })),
        ...userRulesets.nodes.map(({ user, permissions }) => ({ user: user.username, permissions: [...permissions] })),
      ]),
    }),
  });
}

/** Numbers connections in the order of their creation. */
async function* numbered<Read extends NamedConnection>(list: AsyncIterable<Read>): AsyncGenerator<Numbered<Read>> {
  const counts = new Map<string, number>();
  for await (const connection of list) {
    const identity = identityOf(settingsOf(connection));
    const number = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, number);
    yield { connection, number };
  }
}

/** The name of a connection, which is its key. */
const nameOf = ({ connection, number }: Numbered<NamedConnection>): string =>
  identityOf(settingsOf(connection)) + (number > 1 ? ` ${number}` : '');

const saved = new WeakMap<Session, Promise<ReadonlyMap<string, string>>>();

/** The names that files have for the saved connections which the caller may use or manage, by uid. Read once, and again after a change. */
export function savedConnections(session: Session): Promise<ReadonlyMap<string, string>> {
  const known = saved.get(session) ?? readNames(session);
  saved.set(session, known);
  return known;
}

async function readNames({ client }: Session): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const list = pages(async (after) => (await client.send(ListConnectionsDocument, { after })).datasourceConnections);
  for await (const each of numbered(list)) names.set(each.connection.uid, nameOf(each));
  return names;
}

/** The input of a connection, with the secrets that its settings refer to. One that is not set stays as it is stored. */
function settingsInput({ env, warn }: Session, { settings, number }: ConnectionDocument): Json {
  const { value, missing } = resolveSecrets(settings, env);
  for (const name of missing)
    warn(
      `connections/${keyOf({ settings, number })}: ${name} is not set. The secret stays as it is stored, or is missing.`,
    );
  return value;
}

/** Shares a connection with the users and groups of the file, and with no others. A ruleset of other rights is replaced. */
async function share(
  { client }: Session,
  connectionUid: string,
  wanted: readonly Ruleset[] | undefined,
  stored: readonly Ruleset[] = [],
): Promise<void> {
  if (wanted === undefined) return;
  const textOf = (each: Ruleset) => `${granteeOf(each)} ${each.permissions.toSorted().join()}`;
  const [before, after] = [new Set(stored.map(textOf)), new Set(wanted.map(textOf))];
  for (const { user: username, group: groupUid } of stored.filter((each) => !after.has(textOf(each))))
    if (username === undefined)
      await client.send(DeleteConnectionGroupRulesetDocument, { input: { connectionUid, groupUid } });
    else await client.send(DeleteConnectionUserRulesetDocument, { input: { connectionUid, username } });
  for (const { user: username, group: uid, permissions } of wanted.filter((each) => !before.has(textOf(each)))) {
    const input = { connectionUid, permissions };
    if (username === undefined)
      await client.send(CreateConnectionGroupRulesetDocument, { input: { ...input, group: { uid } } });
    else await client.send(CreateConnectionUserRulesetDocument, { input: { ...input, user: { username } } });
  }
}

const documents = documentNoun<ConnectionDocument, NumberedConnection>({
  name: 'connections',
  schema: connectionDocument,
  secretMembers: ['settings'],
  creationRights: [['manage_connection']],
  keyOf,
  read: (client) =>
    numbered(pages(async (after) => (await client.send(ExportConnectionsDocument, { after })).datasourceConnections)),
  write,
  complete(document, item) {
    const rulesets = document.rulesets ?? write(item).rulesets;
    return { ...document, ...(rulesets && { rulesets: sorted(rulesets) }) };
  },
  async create(client, document, { session }) {
    const input = { settings: settingsInput(session, document), isReusable: document.isReusable };
    const { connection } = (await client.send(CreateConnectionDocument, { input })).createDatasourceConnection;
    if (!connection) throw new CommandError('The new connection cannot be read with this key.', exitCodes.refused);
    await share(session, connection.uid, document.rulesets);
  },
  async update(client, item, document, { session }) {
    const { uid } = item.connection;
    const input = { uid, settings: settingsInput(session, document), isReusable: document.isReusable };
    await client.send(UpdateConnectionDocument, { input });
    await share(session, uid, document.rulesets, write(item).rulesets);
  },
  remove: (client, { connection: { uid } }) => client.send(DeleteConnectionDocument, { input: { uid } }),
  // the second of an identity comes after the first
  needs(document) {
    const { settings, number = 1 } = connectionDocument.parse(toPlainJson(document));
    return number === 1 ? [] : [keyOf({ settings, number: number === 2 ? undefined : number - 1 })];
  },
});

/** Saved connections, whom they are shared with, and references to their secrets. Resources name one by `{saved: …}`. */
export const connectionNoun: Noun = Object.freeze<Noun>({
  ...documents,
  async apply(session, ...given) {
    await documents.apply(session, ...given);
    saved.delete(session);
  },
  async remove(session, key) {
    await documents.remove(session, key);
    saved.delete(session);
  },
});
