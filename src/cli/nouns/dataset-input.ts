import { isJsonObject, type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import { CommandError } from '../exit-codes.ts';
import { resolveSecrets } from '../files/secrets.ts';
import type { WrittenDatasetFragment } from '../generated/operations.ts';
import { compare, isRenamedReference } from './compare.ts';
import { uploadedFileOf } from './dataset-files.ts';
import type { DatasetDocument } from './dataset-document.ts';
import type { Session } from './noun.ts';
import { fieldConfigurationsOf } from './remote-fields.ts';
import { type ConnectionNames, datasourceOf, readMetadata, writeDataset } from './write-dataset.ts';

/** The parts of a document as `applyDataset` takes them. Connections that the dataset has already are named, not made again. */
export function inputOf(
  { client: _client, env, warn }: Session,
  document: DatasetDocument,
  stored: WrittenDatasetFragment | undefined,
  connections: ConnectionNames,
): JsonObject {
  const { datasetId, resources, processors, schedules, isRestricted, remoteFields = [] } = document;
  const isHarvested = document.harvester !== undefined || (stored?.remoteFields?.length ?? 0) > 0;
  const fields = document.fields && [...(isHarvested ? [] : fieldConfigurationsOf(remoteFields)), ...document.fields];
  // files of earlier versions have the settings of a saved connection
  const written = stored ? [writeDataset(stored, connections), writeDataset(stored)] : [];
  const writtenResources = written.map(({ resources: each }) => (Array.isArray(each) ? (each as readonly Json[]) : []));
  const input = {
    // a new dataset has its metadata, and what else every new one has
    ...(stored && { metadata: readMetadata(document, toPlainJson(stored.metadata) as JsonObject) }),
    resources: resources?.map(({ datasource, remoteUrl: _remoteUrl, ...resource }) => {
      if (!datasource) return resource;
      const files = uploadedFileOf(datasource);
      if (files.length > 0) return { ...resource, datasource: { uploadedFile: { file: { uid: files[0] } } } };
      const { value, missing, isAnySet } = resolveSecrets(withConnections(datasource, connections), env);
      const same = isAnySet
        ? undefined
        : writtenResources
            .map((list) => list.findIndex((each) => isSameDatasource(each, datasource)))
            .find((each) => each !== -1);
      const kept = same === undefined ? undefined : stored?.resources.nodes[same];
      if (kept) return { ...resource, datasource: withConnectionUid(kept) };
      for (const name of missing)
        warn(`${datasetId}: ${name} is not set. The secret stays as it is stored, or is missing.`);
      return { ...resource, datasource: confirmed(value) };
    }),
    processors,
    fields: fields?.map(({ label, ...configuration }) => ({ label, configuration })),
    schedules: schedules?.map((each) => (typeof each === 'string' ? { cronSchedule: each, isPaused: false } : each)),
    isRestricted,
    defaultSecurity: document.defaultSecurity,
    rulesets: document.rulesets?.map(({ user, group, ...ruleset }) => ({
      grantee: user === undefined ? { groupUid: group ?? '' } : { username: user },
      ...ruleset,
    })),
  };
  return toPlainJson(input) as JsonObject;
}

const isSameDatasource = (written: Json, datasource: JsonObject): boolean =>
  isJsonObject(written) &&
  isJsonObject(written['datasource']) &&
  compare(written['datasource'], datasource).every(isRenamedReference);

/** The name of the saved connection that a datasource reads through. */
export const savedNameOf = (datasource: JsonObject | undefined): string | undefined => {
  const [settings] = Object.values(datasource ?? {});
  const connection = isJsonObject(settings) ? settings['connection'] : undefined;
  const name = isJsonObject(connection) ? connection['saved'] : undefined;
  return typeof name === 'string' ? name : undefined;
};

/** A datasource with the uid of the saved connection that it names. Fails where there is none. */
function withConnections(datasource: JsonObject, connections: ConnectionNames): JsonObject {
  const name = savedNameOf(datasource);
  if (name === undefined) return datasource;
  const [uid] = [...connections].find(([, each]) => each === name) ?? [];
  if (uid === undefined) throw new CommandError(`There is no connection ${name} that your resources may use.`);
  return Object.fromEntries(
    Object.entries(datasource).map(([kind, settings]) => [
      kind,
      isJsonObject(settings) ? { ...settings, connection: { uid } } : settings,
    ]),
  );
}

/** A datasource with the connection that it has. */
function withConnectionUid(resource: WrittenDatasetFragment['resources']['nodes'][number]): object | null {
  const datasource = datasourceOf(resource);
  const { uid } = resource.connection ?? {};
  return datasource && uid !== undefined
    ? Object.fromEntries(
        Object.entries(datasource).map(([kind, settings]: readonly [string, object]) => [
          kind,
          { ...settings, connection: { uid } },
        ]),
      )
    : datasource;
}

/** Confirms that a federated dataset is read with the rights of the caller, as whoever applies the file does. */
const confirmed = (datasource: JsonObject): JsonObject =>
  isJsonObject(datasource['federated'])
    ? { federated: { canImpersonatePermissions: true, ...datasource['federated'] } }
    : datasource;
