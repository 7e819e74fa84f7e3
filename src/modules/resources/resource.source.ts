import { caller } from '#api/session.ts';
import { computed, relation } from '#api/reading/declare-fields.ts';
import { source, typeNameSql, nodeId, byCreation } from '#api/reading/declare-source.ts';
import { sourceColumns } from '#api/reading/select.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { federated, isRealtime, realtime } from '#engine/extractors/services.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { datasetRights } from '#access/index.ts';
import { datasetPartPayload, datasets, visibleWithDataset } from '#datasets/index.ts';
import { connections } from '#connections/index.ts';
import { datasourceKindOf, datasourceTypeNames } from './kinds/datasource-kinds.ts';
import { hasParameterDatasource, parameterDatasourceTypes } from './kinds/parameter-datasources.ts';
import { buildResourceUrl } from './push-address.ts';
import { ResourceFile } from './kinds/uploaded-file.ts';
import { Resource, ResourceKind } from './resource.type.ts';
import type { RequestContext } from '#api/context.ts';
import { type JsonObject, lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { ParameterValue, parameterValues } from '#api/types/parameter.type.ts';
import { findExtractor } from '#engine/extractors/registry.ts';

/** The uploaded files of datasets, visible to callers who may read the dataset's configuration. */
export const resourceFiles = source(ResourceFile, {
  table: 'resource_file',
  key: 'uid',
  columns: {
    id: nodeId('ResourceFile', (file) => sql`(${file}.dataset_uid || '/' || ${file}.uid)`),
    filename: 'uid',
    bytes: (file) => sql`${file}.bytes::float8`,
    sha256: 'blob_key',
  },
  isNode: (file, key) => sql`${file}.dataset_uid = split_part(${key}, '/', 1)
    and ${file}.uid = substr(${key}, strpos(${key}, '/') + 1)`,
  order: byCreation,
  visible: visibleWithDataset,
});

/** The global identifier of the file that a datasource names, even when that file was deleted. */
const idOfNamedFile = nodeId(
  'ResourceFile',
  (resource) => sql`(${resource}.dataset_uid || '/' || (${resource}.datasource -> 'file' ->> 'uid'))`,
);

/** The stored datasource with the name of its type in the graph, and with the fields of the file that it names. */
const datasource: ColumnExpression = (resource, session) => sql`
  ${resource}.datasource || jsonb_build_object('__typename',
    ${typeNameSql(sql`${resource}.datasource ->> 'type'`, datasourceTypeNames)})
  || case ${resource}.datasource ->> 'type' when 'uploaded_file' then jsonb_build_object(
    'file', coalesce(
      (select to_jsonb(file) from (select ${sourceColumns(resourceFiles, sqlText('f'), session)} from resource_file f
        where f.dataset_uid = ${resource}.dataset_uid and f.uid = ${resource}.datasource -> 'file' ->> 'uid') file),
      (${resource}.datasource -> 'file') || jsonb_build_object('id', ${idOfNamedFile(resource, session)})))
  else '{}'::jsonb end`;

/** The parts of the push URL of a realtime resource; null for callers who may not edit the dataset. */
const pushUrlParts: ColumnExpression = (resource, session) => sql`
  case when ${resource}.type = ${realtime.type} then (
    select jsonb_build_object('address', ${caller.address}, 'datasetId', d.dataset_id, 'secrets', ${resource}.secrets)
    from dataset d where d.uid = ${resource}.dataset_uid and ${datasetRights.edit(session, sqlText('d'))}) end`;

/** The URL of the connection that a datasource names; null when there is none. */
const connectionUrl: ColumnExpression = (resource) =>
  sql`(select c.settings ->> 'url' from connection c where c.uid = ${resource}.connection_uid)`;

/** The types whose resources say nowhere else where their records are: clients push them, or the parameters contain the address. */
const typesWithoutDatasource = [realtime.type, ...parameterDatasourceTypes];

/** Why nothing can be read from a resource; null where a datasource or a URL says where the bytes are, or its type needs none. */
const warning: ColumnExpression = (resource) => sql`
  case
    when ${resource}.datasource is null
    and ${resource}.url is null
    and not (${resource}.type = any(${typesWithoutDatasource}::text[]))
    then 'Nothing can be read from this resource. Give it a datasource or a URL.' end`;

/** The resources of datasets, visible to callers who may read the dataset's configuration. */
export const resources = source(Resource, {
  table: 'resource',
  key: 'uid',
  columns: {
    address: 'url',
    connectionUrl,
    pushUrlParts,
    datasource,
    warning,
  },
  order: byCreation,
  visible: visibleWithDataset,
});

computed({
  source: resources,
  field: 'displayName',
  type: () => String,
  description: 'The name for people: the full address, or the filename.',
  needs: ['type', 'datasource', 'address', 'connectionUrl', 'title'],
  value: displayName,
});
computed({
  source: resources,
  field: 'extractionInfos',
  type: () => ResourceKind,
  nullable: true,
  description: 'The format; null when the datasource decides it, or the extractor no longer exists.',
  needs: ['type'],
  value: extractionInfos,
});
computed({
  source: resources,
  field: 'parameters',
  type: () => [ParameterValue],
  description: 'The parameters of the type, in its order, with their values. Others are only in `params`.',
  needs: ['type', 'params'],
  value: ({ type, params }) => extractorParameters(type, params),
});
computed({
  source: resources,
  field: 'origin',
  type: () => ResourceKind,
  description: 'Where records come from: the kind of datasource, or the extractor where that is more specific.',
  needs: ['datasource', 'address', 'type'],
  value: originOf,
});
computed({
  source: resources,
  field: 'url',
  type: () => String,
  nullable: true,
  description:
    'The URL of the source; null with a datasource. For a realtime resource, the push URL with its key; null when you may not edit the dataset.',
  needs: ['uid', 'type', 'address', 'pushUrlParts'],
  value: (resource, _args, keys) => buildResourceUrl(resource, keys),
  inSql: {
    isKnown: (alias, session) => sql`${pushUrlParts(alias, session)} is null`,
    value: (alias) => sql`case when ${alias}.type <> ${realtime.type} then ${alias}.url end`,
  },
});

relation({
  from: resources,
  field: 'connection',
  to: connections,
  on: ['connection_uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
  description: 'The connection of the datasource; null for a datasource without a connection.',
});

const resourceRelation = {
  from: datasets,
  to: resources,
  on: ['uid', 'dataset_uid'],
  authorizedByParent: true,
} as const;
relation({
  ...resourceRelation,
  field: 'resources',
  returns: 'page',
  description: 'The resources, in order of creation, which is that of the records.',
});
relation({
  ...resourceRelation,
  field: 'resource',
  returns: 'byArgument',
  description: 'The resource with this uid; null when the dataset has none.',
  argumentDescription: "The resource's uid.",
});

const fileRelation = {
  from: datasets,
  to: resourceFiles,
  on: ['uid', 'dataset_uid'],
  authorizedByParent: true,
} as const;
relation({
  ...fileRelation,
  field: 'resourceFiles',
  returns: 'page',
  description: 'The uploaded files, in the order of their first upload.',
});
relation({
  ...fileRelation,
  field: 'resourceFile',
  returns: 'byArgument',
  description: 'The file with this name; null when there is none.',
  argumentDescription: "The file's uid.",
});

interface InDataset {
  readonly datasetUid: string;
}

/** The payload of a change of a resource: the resource and its dataset, read again when selected. */
export const resourcePayload = (ctx: RequestContext, { datasetUid }: InDataset, uid: string) =>
  lazyObject({
    resource: lazyRow(ctx, resources, { uid }),
    resourceEdge: lazyEdge(ctx, resources, { uid }),
    ...datasetPartPayload(ctx, datasetUid),
  });

/** The types of extractors that describe the origin of records better than the kind of datasource. */
const specificExtractors = new Set(['feed']);

/** The full address of the datasource or the filename; else the title, as of realtime resources, whose address is secret. */
function displayName({ type, datasource, address, connectionUrl, title }: Resource): string {
  if (isRealtime({ type })) return title;
  return (datasource ? datasourceKindOf(datasource.type).displayName(datasource, connectionUrl) : address) || title;
}

/** The format that the extractor reads; null when the datasource decides it, or the extractor no longer exists. */
function extractionInfos({ type }: Pick<Resource, 'type'>): ResourceKind | null {
  const extractor = type === federated.type ? undefined : findExtractor(type);
  return extractor ? { type, label: extractor.label } : null;
}

/** The parameters of an extractor with their values; none when the extractor no longer exists. */
export const extractorParameters = (type: string, params: JsonObject): ParameterValue[] =>
  parameterValues(findExtractor(type)?.parameters ?? [], params);

/** Where the records come from: the kind of the datasource, or the extractor when it is more specific. */
function originOf({ datasource, type, address }: Pick<Resource, 'datasource' | 'type' | 'address'>): ResourceKind {
  if (specificExtractors.has(type) || isRealtime({ type }) || hasParameterDatasource(type))
    return extractionInfos({ type }) ?? { type, label: type };
  if (datasource) return { type: datasource.type, label: datasourceKindOf(datasource.type).label };
  return address === null
    ? (extractionInfos({ type }) ?? { type, label: type })
    : { type: 'http', label: datasourceKindOf('http').label };
}
