import { isDeepStrictEqual } from 'node:util';
import { canonicalJson, isJsonObject, type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import { CommandError } from '../exit-codes.ts';
import { withReferences } from '../files/secrets.ts';
import { givenName, safeName } from '../files/safe-name.ts';
import type { WrittenConnectionFragment, WrittenDatasetFragment } from '../generated/operations.ts';
import type { DatasetDocument } from './dataset-document.ts';

/** The name of a member of a oneOf input, for a value of the graph's enums: `uploaded_file` is `uploadedFile`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** An object without the members that are null, undefined, or an empty list. */
export const compact = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && !(Array.isArray(member) && member.length === 0)),
  );

/** The lists of a dataset that a file has. */
const partsOf = (dataset: WrittenDatasetFragment) => {
  const { resources, resourceFiles, processors, fieldConfigurations, schedules, attachments } = dataset;
  const { alternativeExports, userRulesets, groupRulesets } = dataset;
  const configured = { resources, resourceFiles, processors, fieldConfigurations, schedules };
  return Object.entries({ ...configured, attachments, alternativeExports, userRulesets, groupRulesets });
};

/** Whether the pages of a dataset have all its parts. */
export const hasAllParts = (dataset: WrittenDatasetFragment): boolean =>
  partsOf(dataset).every(([, { totalCount, nodes }]) => totalCount <= nodes.length);

/** The names that files have for saved connections, by uid. */
export type ConnectionNames = ReadonlyMap<string, string>;

/**
 * A dataset of the graph as its file has it: connections with a name by that, others with their settings. Fails where it has more parts of a
 * kind than one page holds.
 */
export function writeDataset(dataset: WrittenDatasetFragment, connections: ConnectionNames = new Map()): JsonObject {
  for (const [part, { totalCount, nodes }] of partsOf(dataset))
    if (totalCount > nodes.length)
      throw new CommandError(`The dataset ${dataset.datasetId} has more than ${nodes.length} ${part}.`);
  const { datasetId, isPublished, isRestricted, isFeedbackEnabled, canManage, status } = dataset;
  // a publication that is under way makes it published
  const willBePublished = isPublished || (status?.next != null && status.status !== 'deleting');
  const metadata = toPlainJson(dataset.metadata) as JsonObject;
  const remoteMetadata = writeMetadata(metadata, 'remote');
  return toPlainJson({
    datasetId,
    isPublished: willBePublished,
    isRestricted,
    isFeedbackEnabled,
    metadata: writeMetadata(metadata, 'own'),
    ...(Object.keys(remoteMetadata).length > 0 && { remoteMetadata }),
    ...(dataset.remoteFields && dataset.remoteFields.length > 0 && { remoteFields: dataset.remoteFields }),
    resources: dataset.resources.nodes.map((resource, index) =>
      writeResource({ ...dataset, connections }, resource, index),
    ),
    processors: dataset.processors.nodes.map(({ type, label, params }) => ({
      type,
      ...(label !== '' && { label }),
      ...(Object.keys(params).length > 0 && { params }),
    })),
    fields: dataset.fieldConfigurations.nodes.map(({ type, label, ...settings }) => ({
      ...(label !== '' && { label }),
      [type]: settings,
    })),
    schedules: dataset.schedules.nodes
      .toSorted((a, b) => (a.cronSchedule < b.cronSchedule ? -1 : 1))
      .map(({ cronSchedule, isPaused }) => (isPaused ? { cronSchedule, isPaused } : cronSchedule)),
    ...(canManage && {
      defaultSecurity: dataset.defaultSecurity,
      rulesets: [
        ...dataset.groupRulesets.nodes.map(({ group, ...ruleset }) => ({ group: group.uid, ...ruleset })),
        ...dataset.userRulesets.nodes.map(({ user, ...ruleset }) => ({ user: user.username, ...ruleset })),
      ],
    }),
    attachments: namedFiles(dataset.attachments.nodes).map(({ name, item }) => attachmentOf(name, item.filename)),
    alternativeExports: namedFiles(dataset.alternativeExports.nodes).map(({ name, item }) => ({
      title: item.title,
      ...(item.description !== '' && { description: item.description }),
      ...(item.url === null ? { file: name } : { url: item.url }),
    })),
  }) as JsonObject;
}

/** The sections of a version that a publication publishes. */
const publishedSections: ReadonlySet<string> = new Set(['metadata', 'resources', 'processors', 'fields']);

/** Whether something that a publication would publish changed after the last one ended. */
export const isBehind = ({ isPublished, status, versions }: WrittenDatasetFragment): boolean =>
  isPublished &&
  status?.next == null &&
  versions.nodes.some(
    ({ sections, createdAt }) =>
      Date.parse(createdAt) > Date.parse(status?.changedAt ?? '') &&
      sections.some((each) => publishedSections.has(each)),
  );

/** An attachment as a file has it: the name of its file, and its own where that is cut. */
export const attachmentOf = (file: string, filename: string): Json =>
  givenName(file).endsWith(filename) ? file : { file, filename };

/** Items with files, by names that are theirs alone: the second `a.pdf` is `2-a.pdf`. */
export function namedFiles<Item extends { readonly filename: string | null }>(
  items: readonly Item[],
): readonly { readonly name: string; readonly item: Item }[] {
  const taken = new Set<string>();
  return items.map((item) => {
    const wanted = safeName(item.filename ?? 'file');
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${number}-${wanted}`;
    if (item.filename !== null) taken.add(name.toLowerCase());
    return { name, item };
  });
}

/** Metadata as template → field → value, in alphabetical order: the values of the dataset's own, or those that a remote dataset gives it. */
export function writeMetadata(metadata: JsonObject, source: 'own' | 'remote'): JsonObject {
  const sorted = (object: JsonObject) => Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    sorted(metadata).flatMap(([template, fields]) => {
      const written = sorted(isJsonObject(fields) ? fields : {}).flatMap(([name, entry]) => {
        if (!isJsonObject(entry)) return [];
        const isOverridden = entry['override_remote_value'] === true;
        const isOwn = !hasRemoteValue(entry) || isOverridden;
        const value = (source === 'own' ? entry['value'] : entry['remote_value']) ?? null;
        if ((source === 'own' && !isOwn) || (value === null && (source === 'remote' || !isOverridden))) return [];
        if (source === 'own' && isImplied(metadata, template, name)) return [];
        return [[name, isJsonObject(value) && 'value' in value ? { value } : value] as const];
      });
      return written.length === 0 ? [] : [[template, Object.fromEntries(written)] as const];
    }),
  );
}

/** Whether a file leaves out a value of the dataset's own: a switch that is off, and a license under its second name. */
const isImplied = (metadata: JsonObject, template: string, name: string): boolean =>
  isOff(template, entryIn(metadata, template, name)) ||
  (template === 'default' &&
    name === 'license_id' &&
    isDeepStrictEqual(entryIn(metadata, 'default', name), entryIn(metadata, 'internal', name)));

const isOff = (template: string, entry: Json | undefined): boolean =>
  template === 'visualization' && isJsonObject(entry) && entry['value'] === false && !hasRemoteValue(entry);

const hasRemoteValue = (entry: Json | undefined): boolean =>
  isJsonObject(entry) && (entry['remote_value'] ?? null) !== null;

type WrittenResource = WrittenDatasetFragment['resources']['nodes'][number];

function writeResource(
  { datasetId, connections }: Pick<WrittenDatasetFragment, 'datasetId'> & { readonly connections: ConnectionNames },
  resource: WrittenResource,
  index: number,
): JsonObject {
  const { title, type, params, url } = resource;
  const datasource = toPlainJson(datasourceOf(resource, connections)) as JsonObject | null;
  return toPlainJson<object>({
    title,
    type,
    ...(Object.keys(params).length > 0 && { params }),
    // that of a realtime resource contains its key, and is no setting
    ...(url !== null && type !== 'realtime' && { url }),
    ...(datasource && { datasource: withReferences(datasource, [datasetId, String(index + 1)]) }),
  }) as JsonObject;
}

/** The datasource of a resource as `DatasourceInput` has it, with the name or the settings of its connection in place of its uid. */
export function datasourceOf(
  { datasource, connection }: WrittenResource,
  connections?: ConnectionNames,
): object | null {
  if (!datasource) return null;
  if ('file' in datasource) return { uploadedFile: { file: datasource.file.uid } };
  const { type, ...settings } = datasource;
  const given = withoutEmptyLists(toPlainJson(settings) as JsonObject);
  const saved = connection && connections?.get(connection.uid);
  const written = connection && { connection: saved === undefined ? connectionOf(connection) : { saved } };
  return { [camelCase(type)]: { ...written, ...given } };
}

const withoutEmptyLists = (object: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(object).filter(([, member]) => !(Array.isArray(member) && member.length === 0) && member !== ''),
  );

/** The settings of a connection as its input has them. */
export function connectionOf(connection: WrittenConnectionFragment): JsonObject {
  const { type, ...credentials } = connection.auth ?? {};
  return compact(
    toPlainJson({
      ...('url' in connection && { url: connection.url }),
      ...('headers' in connection && { headers: connection.headers }),
      ...('connectionString' in connection && { connectionString: connection.connectionString }),
      ...(type !== undefined && { auth: { [camelCase(type)]: type === 'iam_role' ? true : credentials } }),
    }),
  );
}

/**
 * The metadata of a file as the graph takes them. The values that a remote dataset gave are left to the remote one where the stored dataset has
 * values from there; elsewhere they are values of the dataset's own, so that nothing is lost on an instance that does not harvest it. A value of
 * the dataset's own overrides that of the remote one.
 */
export function readMetadata(
  { metadata, remoteMetadata = {} }: Pick<DatasetDocument, 'metadata' | 'remoteMetadata'>,
  stored: JsonObject = {},
): JsonObject | undefined {
  if (!metadata) return undefined;
  const off = switchesThatAreOff(stored);
  const templates = [...new Set([...Object.keys(off), ...Object.keys(remoteMetadata), ...Object.keys(metadata)])];
  const isRemote = hasRemoteValues(stored);
  return Object.fromEntries(
    templates.map((template) => {
      const fields = { ...off[template], ...(isRemote ? {} : remoteMetadata[template]), ...metadata[template] };
      const overrides = (name: string) => hasRemoteValue(entryIn(stored, template, name));
      return [
        template,
        Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [
            name,
            { ...(overrides(name) && { override_remote_value: true }), ...entryOf(value) },
          ]),
        ),
      ];
    }),
  );
}

/** The values of stored metadata that `writeMetadata` leaves out, and a file thus leaves as they are. */
const switchesThatAreOff = (stored: JsonObject): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(
    Object.entries(stored).flatMap(([template, fields]) => {
      const off = Object.entries(isJsonObject(fields) ? fields : {}).filter(([, entry]) => isOff(template, entry));
      return off.length === 0 ? [] : [[template, Object.fromEntries(off.map(([name]) => [name, false]))] as const];
    }),
  );

const entryOf = (value: Json): JsonObject => (isJsonObject(value) && 'value' in value ? value : { value });

const entryIn = (metadata: JsonObject, template: string, name: string): Json | undefined => {
  const fields = metadata[template];
  return isJsonObject(fields) ? fields[name] : undefined;
};

export const hasRemoteValues = (metadata: JsonObject): boolean =>
  Object.values(metadata).some((fields) => isJsonObject(fields) && Object.values(fields).some(hasRemoteValue));

/** How many fields a warning names. */
const maxNamed = 5;

/** Names the fields of which a file has another value than the remote dataset gives now, which `readMetadata` passes over. */
export function warningOfRemoteValues(
  { datasetId, remoteMetadata = {} }: DatasetDocument,
  stored: JsonObject,
): string | undefined {
  if (!hasRemoteValues(stored)) return undefined;
  const passedOver = Object.entries(remoteMetadata).flatMap(([template, fields]) =>
    Object.entries(fields).flatMap(([name, value]) => {
      const entry = entryIn(stored, template, name);
      const remote = isJsonObject(entry) ? (entry['remote_value'] ?? null) : null;
      return canonicalJson(entryOf(value)['value'] ?? null) === canonicalJson(remote) ? [] : [`${template}.${name}`];
    }),
  );
  if (passedOver.length === 0) return undefined;
  const named = `${passedOver.slice(0, maxNamed).join(', ')}${passedOver.length > maxNamed ? ', …' : ''}`;
  return `datasets/${datasetId}: remoteMetadata is what the source says, and is not applied where the source says something else now: ${named}. Write a field below metadata to override it, or export again.`;
}
