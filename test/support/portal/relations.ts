import { sql } from '#kernel/sql.ts';
import type { TestApp } from '../app.ts';
import type { Client } from '../client.ts';
import { seedDataset } from '../seed.ts';

/** The input of a relation. */
export const createAssetRelation =
  'mutation ($input: AssetRelationInput!) { createAssetRelation(input: $input) { source { uid } use { uid } } }';
export const deleteAssetRelation =
  'mutation ($input: AssetRelationInput!) { deleteAssetRelation(input: $input) { source { uid } use { uid } } }';

/** Enables or disables the marketplace of the portal. */
export const enableMarketplace = async (
  { admin }: Pick<TestApp, 'admin'>,
  isMarketplaceEnabled = true,
): Promise<void> => {
  await admin.data(
    'mutation ($input: UpdatePortalSettingsInput!) { updatePortalSettings(input: $input) { portalSettings { isMarketplaceEnabled } } }',
    { input: { isMarketplaceEnabled } },
  );
};

/** A stored asset; returns its uid. */
export const seedAsset = async (client: Client, input: object = {}): Promise<string> =>
  (
    await client.data('mutation ($input: CreateAssetInput!) { createAsset(input: $input) { asset { uid } } }', {
      input: { assetType: 'map', title: 'A map', ...input },
    })
  ).createAsset.asset.uid;

/** A published dataset; returns its uid. */
export async function seedPublishedDataset({ admin, services: { db } }: TestApp, input: object = {}): Promise<string> {
  const uid = await seedDataset(admin, input);
  await db.rows(
    sql`update dataset set is_published = true, published_metadata = metadata, published_fields = '[]' where uid = ${uid}`,
  );
  return uid;
}

/** Adds a relation: one asset uses another asset. */
export const addRelation = async (
  client: Client,
  sourceUid: string,
  useUid: string,
  relationType = 'usage',
): Promise<void> => {
  await client.data(createAssetRelation, { input: { sourceUid, useUid, relationType } });
};

/** The number of relations of an asset, then the type and the uid of each. */
export async function relationsOf(
  client: Client,
  uid: string,
  direction: 'uses' | 'sources',
  args = '(first: 1000)',
): Promise<unknown[]> {
  const { asset } = await client.data(
    `{ asset(uid: "${uid}") { ${direction}${args} { totalCount nodes { relationType asset { uid } } } } }`,
  );
  return [
    asset[direction].totalCount,
    ...asset[direction].nodes.map(
      (node: { relationType: string; asset: { uid: string } }) => `${node.relationType} ${node.asset.uid}`,
    ),
  ];
}
