import { ID } from 'type-graphql';
import { relation, root, traversal } from '#api/reading/declare-fields.ts';
import { equalTo, listCriteria, oneOf, referring, titleWords } from '#api/reading/declare-list.ts';
import { source } from '#api/reading/declare-source.ts';
import { titleMatches } from '#api/reading/title-search.ts';
import type { GivenArguments, TypeSource } from '#api/reading/type-source.ts';
import { sql, type Sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import { catalogDatasets, datasets } from '#datasets/index.ts';
import { codeEditorPages, pageConfigurations, pageRights, studioPages } from '#pages/index.ts';
import { Asset, AssetRelation, assetTypeEnum, LineageHop, relationTypeEnum } from './asset.type.ts';
import { storedAssetTypeEnum, storedAssetTypes } from './asset.rules.ts';
import type { Session } from '#api/session.ts';
import { failFields } from '#kernel/fail.ts';
import { datasetRights } from '#access/index.ts';

/** The assets of all types that the caller may see. */
export const assets = source(Asset, {
  table: 'asset',
  key: 'uid',
  order: {
    by: [
      { column: 'title', type: 'text' },
      { column: 'uid', type: 'text' },
    ],
  },
  columns: {
    revision: (asset) => sql`coalesce((select p.revision from portal_asset p where p.uid = ${asset}.uid), 0)`,
  },
  visible: (session, asset) => assetRights.see(session, sql`${asset}.uid`),
});

/** The assets that an asset uses and that use it, by type, then uid. Reached only through a visible asset. */
const assetRelations = source(AssetRelation, {
  table: 'related_asset',
  key: 'key',
  order: {
    by: [
      { column: 'relation_type', type: 'text' },
      { column: 'related_uid', type: 'text' },
    ],
  },
  isKeyLookupCostly: true,
  columns: {
    isRecorded: (related) => sql`exists (select from asset_relation r
      where r.relation_type = ${related}.relation_type
        and r.source_uid = case ${related}.direction when 'sources' then ${related}.related_uid else ${related}.asset_uid end
        and r.use_uid = case ${related}.direction when 'sources' then ${related}.asset_uid else ${related}.related_uid end)`,
  },
  visible: (session, related) => sqlAnd(areRelationsShown, mayFindRelated(session, related)),
});

/** The members of a filter that describe an asset. */
const assetMembers = {
  title: titleWords((words, asset) => titleMatches(sql`${asset}.title`, words)),
  category: equalTo('category', () => String, 'Only assets of the category with this label.'),
  isShowcase: equalTo('is_showcase', () => Boolean, 'Only showcases, or only other assets.'),
} as const;

/** How the assets that an asset uses, and that use it, are found. */
export const relatedAssetList = listCriteria({
  source: assetRelations,
  name: 'AssetRelation',
  items: 'related assets',
  filter: {
    relationType: oneOf(
      'relation_type',
      () => [relationTypeEnum],
      'Only assets that are related in one of these ways.',
    ),
    ...referring(
      { assetType: oneOf('asset_type', () => [assetTypeEnum], 'Only assets of one of these types.'), ...assetMembers },
      sqlText('z'),
      (related, condition) => sql`exists (select 1 from asset z where z.uid = ${related}.related_uid and ${condition})`,
    ),
  },
});

/** How maps, charts and external assets are found. */
const storedAssetList = listCriteria({
  source: assets,
  name: 'Asset',
  items: 'assets',
  filter: {
    assetType: oneOf('asset_type', () => [storedAssetTypeEnum], 'Only assets of one of these types.'),
    ...assetMembers,
  },
  orders: { TITLE: { column: 'title', type: 'text', description: 'The title.' } },
});

relation({
  from: assetRelations,
  field: 'asset',
  to: assets,
  on: ['related_uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
  description: 'The related asset.',
  isRequired: true,
});

const sameAsset = { from: assets, on: ['uid', 'uid'], returns: 'one' } as const;
relation({
  ...sameAsset,
  field: 'dataset',
  to: catalogDatasets,
  description: 'The dataset, when the asset is one; otherwise null.',
});
relation({
  ...sameAsset,
  field: 'studioPage',
  to: studioPages,
  description: 'The studio page, when the asset is one; otherwise null.',
});
relation({
  ...sameAsset,
  field: 'codeEditorPage',
  to: codeEditorPages,
  description: 'The code editor page, when the asset is one; otherwise null.',
});

/** Who may edit a dataset or a page reads its asset, also before the portal shows it. */
const ownAsset = {
  field: 'asset',
  to: assets,
  on: ['uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
  isRequired: true,
} as const;
relation({ ...ownAsset, from: datasets, description: 'The dataset as an asset: its category and what it uses.' });
relation({
  ...ownAsset,
  from: pageConfigurations,
  description: 'The page as an asset: its category and what it uses.',
});

/** The root fields that read assets. */
export const assetRoots = [
  root({
    field: 'storedAssets',
    source: assets,
    returns: 'page',
    where: () => sqlText(`t.asset_type in (${storedAssetTypes.map((type) => `'${type}'`).join(', ')})`),
    list: storedAssetList,
    description: 'The maps, charts and external assets, by default by title; needs no key.',
  }),
  root({
    field: 'asset',
    source: assets,
    returns: 'one',
    description: 'The asset with this uid; null when none is visible to you. Needs no key.',
    keys: { uid: [ID, 'The uid of the asset.'] },
  }),
];

const maxDepth = 20;
const maxAssets = 1000;

/** The hops that `lineageQuery` finds. They need no check of visibility: the query returns only assets that the caller may see. */
const lineageHops = source(LineageHop, {
  table: 'lineage_hop',
  key: 'asset_uid',
  order: {
    by: [
      { column: 'depth', type: 'integer' },
      { column: 'asset_uid', type: 'text' },
    ],
  },
  visible: () => sqlText('true'),
});

relation({
  from: lineageHops,
  field: 'asset',
  to: assets,
  on: ['asset_uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
  description: 'The asset.',
  isRequired: true,
});

/** Validates the arguments of a lineage; fails INVALID_INPUT when one is out of range. */
function parseLineageArguments({ direction, depth, limit }: GivenArguments): GivenArguments {
  if (!isFromOneTo(maxDepth, depth)) failFields({ depth: [`Follow 1 to ${maxDepth} hops.`] });
  if (!isFromOneTo(maxAssets, limit)) failFields({ limit: [`Ask for 1 to ${maxAssets} assets.`] });
  return { direction, depth, limit };
}

const isFromOneTo = (max: number, value: unknown): boolean => typeof value === 'number' && value >= 1 && value <= max;

/**
 * The hops from an asset, nearest first. The query proceeds level by level. A row of `level` holds the hops of one level, the assets
 * that those hops reach (`latest`) and all assets found so far (`found`), so that each asset is traversed once. The query searches for
 * one asset more than the limit: when it finds that asset, `truncated` reports that assets were left out.
 */
const lineageQuery = ({ direction, depth, limit }: GivenArguments, key: Sql, session: Session): Sql => sql`
  with recursive level (depth, hops, latest, found) as (
    select 0, '[]'::jsonb, array[${key}]::text[], array[${key}]::text[] where ${areRelationsShown}
    union all
    select level.depth + 1, next.hops, next.latest, level.found || next.latest
    from level cross join lateral (
      select coalesce(jsonb_agg(hop order by hop.asset_uid), '[]') as hops,
        coalesce(array_agg(hop.asset_uid), '{}') as latest
      from (
        select distinct
          on (r.related_uid) level.depth + 1 as depth, r.related_uid as asset_uid, via.uid as via_uid, r.relation_type
        from unnest(level.latest) via(uid) cross join lateral (
          select related_uid, relation_type
          from related_asset
          where asset_uid = via.uid and direction = ${direction}::text
          offset 0) r
        where not exists (select 1 from unnest(level.found) known(uid) where known.uid = r.related_uid)
          and ${assetRights.see(session, sql`r.related_uid`)}
        order by r.related_uid, via.uid, r.relation_type
        limit ${limit}::int + 2 - cardinality(level.found)) hop) next
    where level.depth < ${depth}::int and cardinality(level.latest) > 0 and cardinality(level.found) < ${limit}::int + 2
  )
  select depth, asset_uid, via_uid, relation_type, total > ${limit}::int as truncated from (
    select hop.*, count(*) over () as total, row_number() over (order by hop.depth, hop.asset_uid) as number
    from level
    cross join lateral jsonb_to_recordset(level.hops) hop(depth int, asset_uid text, via_uid text,
      relation_type text)) traversed
  where number <= ${limit}::int`;

/** Declares the relations of a type whose rows have the uids of assets. */
function declareRelations(from: TypeSource) {
  const page = (field: string) =>
    relation({
      from,
      field,
      to: assetRelations,
      on: ['uid', 'asset_uid'],
      returns: 'page',
      where: (_given, alias) => sql`${alias}.direction = ${sqlText(`'${field}'`)}`,
      list: relatedAssetList,
    });
  return Object.freeze({
    uses: page('uses'),
    sources: page('sources'),
    lineage: traversal({
      from,
      field: 'lineage',
      to: lineageHops,
      parseArguments: parseLineageArguments,
      query: lineageQuery,
    }),
  });
}

const relationsByType = new Map(
  [assets, datasets, catalogDatasets, studioPages, codeEditorPages].map((of) => [of.type, declareRelations(of)]),
);

/** The relations of a type with the interface `RelatedAsset`. */
export function relationsOf({ name }: { readonly name: string }): ReturnType<typeof declareRelations> {
  const declared = relationsByType.get(name);
  if (!declared) throw new TypeError(`${name} has no relations.`);
  return declared;
}

/** The rights on an asset by its uid. Assets stored by the portal are public; changing them needs `edit_page` for the domain. */
export const assetRights = Object.freeze({
  /** The right to find the asset on the portal: the right to see its dataset or page. */
  see: (session: Session, uid: Sql): Sql =>
    rightByTable(uid, datasetRights.see, pageRights.see, session, sqlText('true')),
  /** The right to change the description of the asset and the assets that it uses. */
  edit: (session: Session, uid: Sql): Sql =>
    rightByTable(
      uid,
      datasetRights.edit,
      pageRights.edit,
      session,
      sqlText(session.permissions.has('edit_page') ? 'true' : 'false'),
    ),
});

/**
 * Whether a related asset is found: one that the caller may see. Among what an asset uses, also a draft that they may edit: they may record it
 * there, and must find what was recorded.
 */
const mayFindRelated = (session: Session, related: Sql): Sql => {
  const uid = sql`${related}.related_uid`;
  return sql`(${assetRights.see(session, uid)} or (${related}.direction = 'sources'
    and (exists (select from dataset d where d.uid = ${uid} and not d.is_published)
      or exists (select from portal_page p where p.uid = ${uid} and (p.published_at is null or p.is_archived)))
    and ${assetRights.edit(session, uid)}))`;
};

type AssetRight = (session: Session, row: Sql) => Sql;

/** Whether the portal shows relations between assets, as an SQL condition. */
const areRelationsShown = sqlText('(select s.is_marketplace_enabled from portal_setting s)');

/** The right on an asset depends on its table: stored assets, datasets or pages. The table that holds most related assets comes first. */
const rightByTable = (
  uid: Sql,
  ofDataset: AssetRight,
  ofPage: AssetRight,
  session: Session,
  ofStored: Sql,
): Sql => sql`coalesce(
  (select ${ofStored} from portal_asset s where s.uid = ${uid} and s.dataset_uid is null and s.page_uid is null),
  (select ${ofDataset(session, sqlText('d'))} from dataset d where d.uid = ${uid}),
  (select ${ofPage(session, sqlText('p'))} from portal_page p where p.uid = ${uid}), false)`;
