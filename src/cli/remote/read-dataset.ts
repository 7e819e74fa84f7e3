import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { resolveSecrets, withReferences } from '../files/secrets.ts';
import { namesOfFiles } from '../files/safe-name.ts';
import { camelCase, compact, namedFiles, writeMetadata } from '../nouns/write-dataset.ts';
import type { Counterparts } from './counterparts.ts';
import type { Move } from './move.ts';
import {
  remoteAttachment,
  type RemoteDataset,
  remoteExport,
  remoteResource,
  type RemoteResource,
  remoteSchedule,
  type RemoteSecurity,
  remoteStep,
  type RemoteStep,
} from './remote-objects.ts';
import { readRulesets } from './read-rulesets.ts';
import { RemoteRefusal } from './remote-portal.ts';

/** What messages call a dataset, and the folder of its file. */
interface Dataset {
  readonly key: string;
  readonly folder: string;
}

/**
 * Reads a dataset of another portal as its file has it, and writes its bytes into the folder of the file. What has no counterpart here is left out
 * and reported; a dataset whose records would be other ones without it is not published.
 */
export async function readDataset(move: Move, dataset: RemoteDataset, folder: string): Promise<JsonObject> {
  const { remote, counterparts, report, env, connections } = move;
  const { dataset_id: datasetId, is_restricted: isRestricted, default_security: defaultSecurity } = dataset;
  const of = `datasets/${datasetId}`;
  const path = `/datasets/${encodeURIComponent(dataset.uid)}`;
  for (const part of ['files', 'attachments', 'exports'])
    await rm(join(folder, part), { recursive: true, force: true });

  const resources = await remote.all(`${path}/resources/?expand=datasource.connection`, remoteResource);
  const written: JsonObject[] = [];
  for (const [index, resource] of resources.entries()) {
    const reason = reasonWithout(resource, counterparts, connections);
    if (reason !== undefined) {
      report.leave(of, `the resource ${resource.title}: ${reason}`);
      continue;
    }
    const document = writeResource(resource, [datasetId, String(index + 1)], connections);
    written.push(document);
    for (const secret of resolveSecrets(document, env).missing)
      report.leave(of, `a secret of the resource ${resource.title}: set ${secret}, unless this portal has it`);
    if (resource.type === 'realtime')
      report.leave(of, `the resource ${resource.title}: it gets a new push key, and its records stay behind`);
  }
  for (const [file, name] of namesOfFiles(resources.flatMap(fileOf)))
    await remote.download(`${path}/resources/files/${encodeURIComponent(file)}/download/`, join(folder, 'files', name));
  const processors = await remote.all(`${path}/processors/`, remoteStep);
  const knownProcessors = processors.filter(({ type }) => counterparts.processors.has(type));
  for (const { type } of processors)
    if (!counterparts.processors.has(type)) report.leave(of, `the processor ${type}: there is no such type here`);
  const fields = await remote.all(`${path}/fields/`, remoteStep);
  const knownFields = fields.filter(({ type }) => fieldTypes.has(type));
  for (const { type } of fields)
    if (!fieldTypes.has(type)) report.leave(of, `the field configuration ${type}: there is no such type here`);

  const isWhole =
    written.length === resources.length &&
    knownProcessors.length === processors.length &&
    knownFields.length === fields.length;
  if (dataset.is_published && !isWhole)
    report.leave(
      of,
      'its publication: its records would be other ones without what is left out. Complete and publish it',
    );
  return {
    datasetId,
    isPublished: dataset.is_published && isWhole,
    isRestricted,
    ...metadataOf(dataset, move),
    resources: written,
    processors: knownProcessors.map(writeProcessor),
    fields: knownFields.map(writeField),
    schedules: (await remote.all(`${path}/schedules/`, remoteSchedule)).map((each) => each.cron_schedule).toSorted(),
    ...(defaultSecurity && { defaultSecurity: writeSecurity(defaultSecurity) }),
    rulesets: await readRulesets(move, { path, of }, ({ permissions, security }) => ({
      permissions,
      ...(security && { security: writeSecurity(security) }),
    })),
    ...(await readAttachments(move, path, { key: of, folder })),
    ...(await readExports(move, path, { key: of, folder })),
  };
}

/** The types of field configurations, with the properties that each has. */
const fieldTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['rename', ['from_name', 'to_name', 'field_label']],
  ['type', ['field', 'type_param']],
  ['annotate', ['field', 'annotation', 'args']],
  ['description', ['field', 'description']],
  ['order', ['order']],
  ['delete', ['field']],
]);

/** Why a resource has no counterpart here; undefined where it has one. */
function reasonWithout(
  { type, datasource, url }: RemoteResource,
  counterparts: Counterparts,
  connections: Move['connections'],
): string | undefined {
  const kind = datasource?.['type'];
  if (!counterparts.extractors.has(type)) return `there is no extractor ${type} here`;
  if (kind === 'ods_form' && counterparts.forms?.has(textOf(datasource?.['form'])) !== true)
    return `there is no form ${textOf(datasource?.['form'])} here; make it, and import again`;
  const connection = datasource?.['connection'];
  if (
    isJsonObject(connection) &&
    Object.keys(connection).every((name) => name === 'uid') &&
    !connections.has(textOf(connection['uid']))
  )
    return 'its connection cannot be read with the key';
  if (!datasource && !url && type === 'file') return 'it has no source';
  return undefined;
}

const fileOf = ({ datasource }: RemoteResource): string[] => {
  const file = datasource?.['type'] === 'uploaded_file' ? datasource['file'] : undefined;
  return isJsonObject(file) && typeof file['uid'] === 'string' ? [file['uid']] : [];
};

function writeResource(
  resource: RemoteResource,
  place: readonly string[],
  connections: Move['connections'],
): JsonObject {
  const { title, type, params, url, datasource } = resource;
  const [file] = fileOf(resource);
  const source =
    file === undefined
      ? datasource && withReferences(writeDatasource(datasource, connections), place)
      : { uploadedFile: { file } };
  return {
    title,
    type,
    ...(params && Object.keys(params).length > 0 && { params }),
    // that of a realtime resource contains its key; that of another is the address of its datasource
    ...(url && !datasource && type !== 'realtime' && { url }),
    ...(source && { datasource: source }),
  };
}

/** A datasource as `DatasourceInput` of the graph has it. */
function writeDatasource({ type, connection, ...settings }: JsonObject, connections: Move['connections']): JsonObject {
  const { permissions_user: _user, impersonate_permissions: _rights, ...given } = settings;
  const written = Object.entries(compact(given)).filter(([, value]) => value !== '');
  return {
    [camelCase(textOf(type))]: {
      ...(isJsonObject(connection) && { connection: referenceTo(connection, connections) }),
      ...Object.fromEntries(written.map(([name, value]) => [camelCase(name), withCamelCase(value)])),
    },
  };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The names of the members of settings; what `parameters` has are names of the remote dataset. */
const withCamelCase = (value: Json): Json =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [camelCase(name), member]))
    : value;

/** A shared connection by its name, another one by its settings. */
function referenceTo(connection: JsonObject, connections: Move['connections']): JsonObject {
  const saved = connections.get(textOf(connection['uid']));
  return saved === undefined ? writeConnection(connection) : { saved };
}

/** The settings of a connection as its input has them. */
export function writeConnection({
  url = null,
  headers = null,
  auth = null,
  connection_string = null,
}: JsonObject): JsonObject {
  return compact({
    url,
    headers,
    connectionString: connection_string,
    auth: isJsonObject(auth) ? writeAuth(auth) : null,
  });
}

function writeAuth({ type, ...credentials }: JsonObject): JsonObject {
  const kind = camelCase(textOf(type));
  return { [kind]: kind === 'iamRole' ? true : withCamelCase(credentials) };
}

const writeProcessor = ({ type, label, uid: _uid, ...params }: RemoteStep): JsonObject => ({
  type,
  ...(label && { label }),
  ...(Object.keys(params).length > 0 && { params }),
});

const writeField = ({ type, label, ...settings }: RemoteStep): JsonObject => ({
  ...(label && { label }),
  [type]: Object.fromEntries(
    (fieldTypes.get(type) ?? []).flatMap((name) =>
      settings[name] === undefined ? [] : [[camelCase(name), settings[name]]],
    ),
  ),
});

const writeSecurity = (security: RemoteSecurity): JsonObject => ({
  isDataVisible: security.is_data_visible ?? true,
  visibleFields: security.visible_fields ?? null,
  filterQuery: security.filter_query ?? '',
  apiCallsQuota: security.api_calls_quota ?? null,
});

/** The metadata that the templates of this instance have fields for. */
function metadataOf({ metadata, dataset_id: datasetId }: RemoteDataset, { counterparts, report }: Move): JsonObject {
  const known = Object.fromEntries(
    Object.entries(metadata).map(([template, fields]) => {
      const names = counterparts.templates.get(template);
      const isKnown = (name: string) => (names ? names.has(name) : counterparts.templates.has(template));
      const isSet = (entry: Json) => isJsonObject(entry) && (entry['value'] ?? entry['remote_value'] ?? null) !== null;
      for (const [name, entry] of Object.entries(fields))
        if (isSet(entry) && !isKnown(name))
          report.leave(`datasets/${datasetId}`, `metadata ${template}.${name}: no template here has this field`);
      return [template, Object.fromEntries(Object.entries(fields).filter(([name]) => isKnown(name)))];
    }),
  );
  const remoteMetadata = writeMetadata(known, 'remote');
  return { metadata: writeMetadata(known, 'own'), ...(Object.keys(remoteMetadata).length > 0 && { remoteMetadata }) };
}

/** The attachments. Where one cannot be read, all stay as they are here: a list without it would remove it. */
async function readAttachments({ remote, report }: Move, path: string, of: Dataset): Promise<object> {
  try {
    const attachments = namedFiles(await remote.all(`${path}/attachments/`, remoteAttachment));
    for (const { name, item } of attachments)
      await remote.download(
        `${path}/attachments/${encodeURIComponent(item.uid)}/download/`,
        join(of.folder, 'attachments', name),
      );
    return { attachments: attachments.map(({ name }) => name) };
  } catch (error) {
    if (!(error instanceof RemoteRefusal)) throw error;
    report.failPart(of.key, `its attachments stay as they are here: ${error.message}`);
    return {};
  }
}

/** The alternative exports, as the attachments. */
async function readExports({ remote, report }: Move, path: string, of: Dataset): Promise<object> {
  try {
    const found = await remote.all(`${path}/alternative_exports/`, remoteExport);
    const alternativeExports: JsonObject[] = [];
    for (const { name, item } of namedFiles(found.map((each) => ({ ...each, filename: each.filename ?? null })))) {
      const { title, description, url } = item;
      if (!url)
        await remote.download(
          `${path}/alternative_exports/${encodeURIComponent(item.uid)}/download/`,
          join(of.folder, 'exports', name),
        );
      alternativeExports.push({ title, ...(description && { description }), ...(url ? { url } : { file: name }) });
    }
    return { alternativeExports };
  } catch (error) {
    if (!(error instanceof RemoteRefusal)) throw error;
    report.failPart(of.key, `its alternative exports stay as they are here: ${error.message}`);
    return {};
  }
}
