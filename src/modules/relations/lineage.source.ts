import { relation, source } from '#api/reading/declare-source.ts';
import type { GivenArguments } from '#api/reading/type-source.ts';
import type { Session } from '#api/session.ts';
import { failFields } from '#kernel/fail.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { areRelationsShown, assetRights } from './assets/asset-rights.ts';
import { assets } from './assets/asset.source.ts';
import type { LineageHop } from './lineage.type.ts';

const maxDepth = 20;
const maxAssets = 1000;

/** The hops that `lineageQuery` finds. They need no check of visibility: the query returns only assets that the caller may see. */
export const lineageHops = source<LineageHop>({
  type: 'LineageHop',
  table: 'lineage_hop',
  key: 'asset_uid',
  columns: { depth: 'depth', viaUid: 'via_uid', relationType: 'relation_type' },
  order: {
    by: [
      { column: 'depth', type: 'integer' },
      { column: 'asset_uid', type: 'text' },
    ],
  },
  visible: () => sqlText('true'),
});

export const assetOfHop = relation({
  from: lineageHops,
  field: 'asset',
  to: assets,
  on: ['asset_uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
});

/** Validates the arguments of a lineage; fails INVALID_INPUT when one is out of range. */
export function parseLineageArguments({ direction, depth, limit }: GivenArguments): GivenArguments {
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
export const lineageQuery = ({ direction, depth, limit }: GivenArguments, key: Sql, session: Session): Sql => sql`
  with recursive level (depth, hops, latest, found) as (
    select 0, '[]'::jsonb, array[${key}]::text[], array[${key}]::text[] where ${areRelationsShown}
    union all
    select level.depth + 1, next.hops, next.latest, level.found || next.latest
    from level cross join lateral (
      select coalesce(jsonb_agg(hop order by hop.asset_uid), '[]') as hops, coalesce(array_agg(hop.asset_uid), '{}') as latest from (
        select distinct on (r.related_uid) level.depth + 1 as depth, r.related_uid as asset_uid, via.uid as via_uid, r.relation_type
        from unnest(level.latest) via(uid) cross join lateral (
          select related_uid, relation_type from related_asset where asset_uid = via.uid and direction = ${direction}::text offset 0) r
        where not exists (select 1 from unnest(level.found) known(uid) where known.uid = r.related_uid) and ${assetRights.see(session, sql`r.related_uid`)}
        order by r.related_uid, via.uid, r.relation_type
        limit ${limit}::int + 2 - cardinality(level.found)) hop) next
    where level.depth < ${depth}::int and cardinality(level.latest) > 0 and cardinality(level.found) < ${limit}::int + 2
  )
  select depth, asset_uid, via_uid, relation_type, total > ${limit}::int as truncated from (
    select hop.*, count(*) over () as total, row_number() over (order by hop.depth, hop.asset_uid) as number
    from level cross join lateral jsonb_to_recordset(level.hops) hop(depth int, asset_uid text, via_uid text, relation_type text)) traversed
  where number <= ${limit}::int`;
