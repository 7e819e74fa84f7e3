import type { RequestContext } from '#api/context.ts';
import { caller, exploreBasePath, joinExploreUrl, type Session } from '#api/session.ts';
import { sourceColumns } from '#api/reading/select.ts';
import { JsonText } from '#kernel/json.ts';
import { odsql, sql, type Sql, sqlColumns, sqlName, sqlRecord, sqlText } from '#kernel/sql.ts';
import { isDataVisible } from '#access/index.ts';
import { alternativeExports, attachments } from '#attachments/index.ts';
import { catalogDatasets, featuresOf } from '#datasets/index.ts';
import { metadataValuesSql, metasSql, nullIfEmptySql } from '#metadata/index.ts';
import { facetSorts } from '#engine/odsql/tree.ts';

/** Which parts are added to a dataset. */
interface ExploreValuesOptions {
  /** Whether to add the metadata templates of the type `extra`. */
  readonly withExtras: boolean;
  /** Whether to begin with `_links`. */
  readonly withLinks: boolean;
}

/** The fields of the graph from which the values of a dataset are made. */
const graphFields: ReadonlySet<string> = new Set([
  ...['uid', 'datasetId', 'isRestricted', 'fields', 'hasRecords', 'metadata', 'federation'],
  ...['title', 'description', 'themes', 'keywords', 'license', 'language', 'territories', 'publisher'],
  ...['modifiedAt', 'dataProcessedAt', 'metadataProcessedAt', 'publishedRecordCount', 'boundingBox', 'geometryTypes'],
]);

const datasetsUrl = sql`concat(${caller.address}, ${sqlText(`'${joinExploreUrl(exploreBasePath, 'catalog', 'datasets')}'`)})`;

/** A text of letters, digits and `-._@` as a segment of a path, percent-encoded as `encodeURIComponent` does. */
const pathSegment = (text: Sql): Sql => sql`case when ${text} ~ '^[A-Za-z0-9._-]*$' then ${text} else (
  select string_agg(case when c ~ '[A-Za-z0-9._-]' then c
    else upper(regexp_replace(encode(convert_to(c, 'UTF8'), 'hex'), '(..)', '%\\1', 'g')) end, '' order by place)
  from regexp_split_to_table(${text}, '') with ordinality s(c, place)) end`;

/** The attachments of the dataset `g` in the order of the graph, an array of records. */
const attachmentValues = sql`array(select ${sqlRecord({
  id: sql`a.uid`,
  title: sql`a.filename`,
  mimetype: sql`a.mimetype`,
  url: sql`concat(u.dataset, '/attachments/', a.uid)`,
})} from ${sqlName(attachments.table)} a where a.dataset_uid = g.uid order by a.created_at, a.uid)`;

/** The alternative exports of the dataset `g` in the order of the graph, an array of records; they are data, so it is empty for a caller who does not see it. */
const alternativeExportValues = sql`array(select ${sqlRecord({
  id: sql`e.uid`,
  title: sql`e.title`,
  description: sql`e.description`,
  mimetype: sql`e.mimetype`,
  url: sql`concat(u.dataset, '/alternative_exports/', e.uid)`,
})} from ${sqlName(alternativeExports.table)} e where e.dataset_uid = g.uid and u.sees_data order by e.created_at, e.uid)`;

const links = sql`
  json_build_array(json_build_object('rel', 'self', 'href', u.dataset),
    json_build_object('rel', 'catalog', 'href', u.datasets))`;

/**
 * SQL for a dataset as the Explore API writes it, a JSON object (docs/contract/explore.md 4, Dataset). `dataset` is a row of
 * the table. The declaration of `CatalogDataset` has the values that the caller sees; this expression gives them their names and shapes.
 */
export function exploreValues(dataset: Sql, session: Session, { withExtras, withLinks }: ExploreValuesOptions): Sql {
  const metas = { ...metadataValuesSql(sql`g.metadata`, withExtras), default: defaultMetas };
  const keys = sqlColumns({
    ...(withLinks && { _links: links }),
    visibility: sql`case when g."isRestricted" then 'restricted' else 'domain' end`,
    fields: fieldValues(sql`g.fields`, sql`g.metadata`),
    dataset_id: sql`g."datasetId"`,
    dataset_uid: sql`g.uid`,
    has_records: sql`g."hasRecords"`,
    // The graph's own column would derive the visible fields again.
    features: featuresOf(dataset, sql`g.fields`),
    attachments: attachmentValues,
    alternative_exports: alternativeExportValues,
    data_visible: sql`u.sees_data`,
    metas: metasSql(sql`g.metadata`, metas),
  });
  return sql`(select to_json(v) from (select ${keys}
    from (select ${sourceColumns(catalogDatasets, dataset, session, graphFields)} offset 0) g,
      lateral (select ${datasetsUrl} as datasets,
        concat(${datasetsUrl}, '/', ${pathSegment(sql`g."datasetId"`)}) as dataset,
        ${isDataVisible(session, dataset)} as sees_data
        offset 0) u) v)`;
}

catalogDatasets.writtenFields.set('exploreValues', (dataset, session, { withExtras, withLinks }) =>
  exploreValues(dataset, session, { withExtras: withExtras === true, withLinks: withLinks === true }),
);

const d = sqlText('d');

/**
 * The values of a dataset. One statement reads those of many datasets. Null for a dataset that was unpublished after its row was read.
 */
export const loadExploreValues = (
  ctx: RequestContext,
  uid: string,
  options: ExploreValuesOptions,
): Promise<JsonText | null> =>
  ctx.loaders
    .of<JsonText | null>(`exploreValues ${JSON.stringify(options)}`, async (uids) => {
      const found = await ctx.db.rows<{ uid: string; values: string }>(
        sql`
          select d.uid, ${exploreValues(d, ctx.session, options)}::text as
          values
          from ${sqlName(catalogDatasets.table)} d
          where d.uid = any(${uids}::text[]) and ${catalogDatasets.visible(ctx.session, d)}`,
      );
      const byUid = new Map(found.map(({ uid, values }) => [uid, new JsonText(values)]));
      return uids.map((uid) => byUid.get(uid) ?? null);
    })
    .load(uid);

/** The annotations of the field `f` by name: true without arguments, the value of one argument, or an array of several. */
const annotations = sql`(
  select coalesce(jsonb_object_agg(a ->> 'name',
    case when jsonb_array_length(a -> 'args') > 1 then a -> 'args' else coalesce(a -> 'args' -> 0, 'true') end), '{}')
  from jsonb_array_elements(f.field -> 'annotations') a)`;

/** The annotations that follow from the facet settings in `metadata`, by the name of the field; of several settings for a field, the last. */
const facetAnnotations = (metadata: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(s.setting ->> 'field_name', jsonb_strip_nulls(jsonb_build_object('facet', true,
    'disjunctive', case when s.setting -> 'disjunctive' = 'true' then true end,
    'facetsort', case when s.setting ->> 'facetsort' = any(${facetSorts}::text[]) then s.setting ->> 'facetsort' end))
    order by s.place),
      '{}')
  from jsonb_path_query(${metadata}, '$.asset_content_configuration.facets.value[*]') with ordinality s(setting, place)
  where s.setting ->> 'field_name' is not null)`;

/** SQL for the fields of a dataset as the Explore API writes them: an array of records. `fields` and `metadata` are those that the caller sees, in jsonb. */
const fieldValues = (fields: Sql, metadata: Sql): Sql => sql`array(select ${sqlRecord({
  name: sql`coalesce(f.field ->> 'name', '')`,
  description: sql`nullif(f.field ->> 'description', '')`,
  annotations: sql`${annotations} || coalesce(facets.by_name -> (f.field ->> 'name'), '{}')`,
  label: sql`coalesce(f.field ->> 'label', '')`,
  type: sql`coalesce(f.field ->> 'type', '')`,
})} from (select ${facetAnnotations(metadata)} as by_name offset 0) facets,
  jsonb_array_elements(${fields}) with ordinality f(field, place) order by f.place)`;

const unset = sqlText('null::text');

/** A stored value of the template `default` of the dataset `g`; null if it is empty. */
const stored = (field: string): Sql => nullIfEmptySql(sqlText(`g.metadata -> 'default' -> '${field}' -> 'value'`));

/** Whether a stored value of the template `default` is true; false where it is unset. */
const isSet = (field: string): Sql =>
  sqlText(`coalesce(g.metadata -> 'default' -> '${field}' -> 'value' = 'true', false)`);

/** An instant with its offset in place of the `Z` (docs/contract/explore.md 1, Times). */
const withOffset = (instant: Sql): Sql => sql`replace(${instant}, 'Z', '+00:00')`;

const nullIfNone = (texts: Sql): Sql => sql`nullif(${texts}, '{}')`;

/** The bounding box as a GeoJSON feature. */
const feature = sqlRecord(
  {
    type: sqlText(`'Feature'`),
    geometry: sql`${odsql}box_shape(b.west, b.south, b.east, b.north)`,
    properties: sqlText(`'{}'::jsonb`),
  },
  sqlText(
    `from jsonb_to_record(g."boundingBox") b(west float8, south float8, east float8, north float8) where b.west is not null`,
  ),
);

/** The host of the catalog of a federated dataset, with its port. */
const sourceHost = sqlText(`split_part(g.federation ->> 'url', '://', 2)`);

/** `metas.default` of the dataset `g`, a row with the columns of the graph (docs/contract/explore.md 4, Dataset). */
const defaultMetas: Sql = sqlRecord({
  title: sql`g.title`,
  description: sql`g.description`,
  theme: nullIfNone(sql`g.themes`),
  keyword: nullIfNone(sql`g.keywords`),
  license: sql`g.license`,
  license_url: unset,
  language: sql`g.language`,
  metadata_languages: sql`case when g.language is not null then array[g.language] end`,
  timezone: stored('timezone'),
  modified: withOffset(sql`g."modifiedAt"`),
  modified_updates_on_metadata_change: isSet('modified_updates_on_metadata_change'),
  modified_updates_on_data_change: isSet('modified_updates_on_data_change'),
  data_processed: withOffset(sql`g."dataProcessedAt"`),
  metadata_processed: withOffset(sql`g."metadataProcessedAt"`),
  geographic_reference: stored('geographic_reference'),
  geographic_reference_auto: isSet('geographic_reference_auto'),
  territory: nullIfNone(sql`g.territories`),
  geometry_types: nullIfNone(sql`g."geometryTypes"`),
  bbox: feature,
  publisher: sql`g.publisher`,
  references: stored('references'),
  records_count: sql`g."publishedRecordCount"`,
  attributions: stored('attributions'),
  source_domain: sourceHost,
  source_domain_title: unset,
  source_domain_address: sourceHost,
  source_dataset: sql`g.federation ->> 'datasetId'`,
  shared_catalog: unset,
  federated: sql`g.federation is not null`,
  parent_domain: unset,
  update_frequency: unset,
});
