import { randomUUID } from 'node:crypto';
import { anonymous, type Permission, type RulesetPermission } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { fullAccess, RulesetEntity, type DatasetSecurity } from '#access/index.ts';
import { GroupEntity, MembershipEntity, storeKey, UserEntity } from '#identity/index.ts';
import { createContext } from '#server/create-context.ts';
import type { TestApp } from './app.ts';
import { clientOf, type Client } from './client.ts';

/** The properties of a user of a test. */
export interface SeededUser {
  readonly permissions?: readonly Permission[];
  readonly groups?: readonly string[];
  /** The scopes of the key. */
  readonly key?: readonly Permission[];
}

const change = (app: TestApp, work: Parameters<typeof inTransaction<void>>[1]) =>
  inTransaction(createContext(app.services, anonymous, randomUUID()), work);

/** A new user with a key. Groups are created when they are first named. */
export async function seedUser(
  app: TestApp,
  username: string,
  { permissions = [], groups = [], key }: SeededUser = {},
): Promise<Client> {
  let secret = '';
  await change(app, async (tx) => {
    tx.em.create(UserEntity, { username, permissions: [...permissions] });
    for (const uid of groups) {
      const group = (await tx.em.findOne(GroupEntity, { uid })) ?? tx.em.create(GroupEntity, { uid, title: uid });
      tx.em.create(MembershipEntity, { user: tx.em.getReference(UserEntity, username), group });
    }
    secret = storeKey(tx, { username, label: 'test', permissions: key ? [...key] : null }).text;
  });
  return clientOf(app, secret);
}

/** The key of a new user, for requests that a client does not send. */
export async function seedKey(
  app: TestApp,
  username: string,
  permissions: readonly Permission[] = [],
): Promise<string> {
  let secret = '';
  await change(app, async (tx) => {
    tx.em.create(UserEntity, { username, permissions: [...permissions] });
    secret = storeKey(tx, { username, label: 'test', permissions: null }).text;
  });
  return secret;
}

/** A ruleset of a test. */
export interface SeededRuleset {
  readonly user?: string;
  readonly group?: string;
  readonly permissions?: readonly RulesetPermission[];
  readonly security?: Partial<DatasetSecurity>;
}

/** A ruleset of a user or a group on a dataset. */
export const seedRuleset = (
  app: TestApp,
  datasetUid: string,
  { user, group, permissions = [], security }: SeededRuleset,
): Promise<void> =>
  change(app, async ({ em }) => {
    em.create(RulesetEntity, {
      datasetUid,
      permissions: [...permissions],
      security: { ...fullAccess, ...security },
      user: user === undefined ? null : em.getReference(UserEntity, user),
      group: group === undefined ? null : em.getReference(GroupEntity, group),
    });
  });

/** A dataset created by a caller; returns its uid. */
export async function seedDataset(client: Client, input: object = {}): Promise<string> {
  const { createDataset } = await client.data(
    'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { uid } } }',
    { input: { metadata: {}, ...input } },
  );
  return createDataset.dataset.uid;
}

/** A client with a key of the caller that is limited further. */
export const limitedKeyOf = async (
  app: TestApp,
  owner: Client,
  limits: { readonly isReadOnly?: boolean; readonly datasetUids?: readonly string[] },
): Promise<Client> => {
  const { createApiKey } = await owner.data(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
    { input: limits },
  );
  return clientOf(app, createApiKey.secret);
};
