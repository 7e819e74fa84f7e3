import { canonicalJson, isJsonObject, type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { givenName } from '../files/safe-name.ts';
import {
  ApplyDatasetDocument,
  AttachHarvestedDatasetDocument,
  type WrittenDatasetFragment,
} from '../generated/operations.ts';
import { isDenial } from '../graph-client.ts';
import { hashOf, pathOfNamed } from './dataset-files.ts';
import type { DatasetChange } from './dataset-change.ts';
import type { DatasetDocument } from './dataset-document.ts';
import { keyOfHarvester, readHarvesters } from './harvester.ts';
import type { Change, Session } from './noun.ts';
import { readStored } from './read-dataset.ts';
import { attachmentOf, hasRemoteValues, namedFiles, readMetadata, writeMetadata } from './write-dataset.ts';

/** The name and number of a harvester, which a file of a dataset has. */
interface HarvesterName {
  readonly name: string;
  readonly number?: number | undefined;
}

/** The harvesters by uid; undefined where the caller may not read them. */
type HarvesterNames = ReadonlyMap<string, HarvesterName> | undefined;

const namesOf = new WeakMap<Session, Promise<HarvesterNames>>();

/** The harvesters, read once for a session. */
export function harvesterNames(session: Session): Promise<HarvesterNames> {
  const found = namesOf.get(session) ?? readNames(session);
  namesOf.set(session, found);
  return found;
}

async function readNames({ client }: Session): Promise<HarvesterNames> {
  const names = new Map<string, HarvesterName>();
  try {
    for await (const { harvester, number } of readHarvesters(client))
      names.set(harvester.uid, { name: harvester.name, ...(number > 1 && { number }) });
  } catch (error) {
    if (!isDenial(error)) throw error;
    return undefined;
  }
  return names;
}

/** A document of a harvested dataset with its harvester, and the addresses of what comes from there. */
export function withHarvester(
  document: JsonObject,
  { harvestedFrom, resources, attachments }: WrittenDatasetFragment,
  names: HarvesterNames,
): JsonObject {
  const name = harvestedFrom && names?.get(harvestedFrom.harvester.uid);
  if (!name) return document;
  const addressesOf = (parts: typeof harvestedFrom.resources) =>
    new Map(parts.map(({ uid, remoteUrl }) => [uid, remoteUrl]));
  const [ofResources, ofAttachments] = [addressesOf(harvestedFrom.resources), addressesOf(harvestedFrom.attachments)];
  const listIn = (part: string): readonly Json[] => {
    const list = document[part];
    return Array.isArray(list) ? (list as readonly Json[]) : [];
  };
  const changed: JsonObject = {
    resources: listIn('resources').map((resource, index) => {
      const remoteUrl = ofResources.get(resources.nodes[index]?.uid ?? '');
      return remoteUrl === undefined || !isJsonObject(resource) ? resource : { ...resource, remoteUrl };
    }),
    attachments: namedFiles(attachments.nodes).map(({ name: file, item: { uid, filename } }) => {
      const remoteUrl = ofAttachments.get(uid);
      if (remoteUrl === undefined) return attachmentOf(file, filename);
      return { file, ...(givenName(file) !== filename && { filename }), remoteUrl };
    }),
  };
  const harvester = { ...name, remoteId: harvestedFrom.remoteId };
  return Object.fromEntries(
    Object.entries(document).flatMap(([part, value]): [string, Json][] =>
      part === 'metadata'
        ? [
            [part, value],
            ['harvester', toPlainJson(harvester) as Json],
          ]
        : [[part, changed[part] ?? value]],
    ),
  );
}

/** A document without the addresses of what comes from a source, which its resources do not have on an instance. */
export const withoutAddresses = (document: DatasetDocument): DatasetDocument => ({
  ...document,
  resources: document.resources?.map(({ remoteUrl: _remoteUrl, ...resource }) => resource),
});

/** Whether a dataset stays with the source that it has, also where its key shows no harvester. */
const hasSource = (stored: WrittenDatasetFragment | undefined): boolean =>
  stored !== undefined &&
  (stored.harvestedFrom !== null || hasRemoteValues(toPlainJson(stored.metadata) as JsonObject));

/**
 * What attaches a dataset to the harvester of its file. A dataset that has a source already stays with it; a warning says so where the file has
 * another. Fails where the caller may not read harvesters.
 */
export async function harvesterChanges(
  session: Session,
  { datasetId, harvester }: DatasetDocument,
  stored: WrittenDatasetFragment | undefined,
): Promise<readonly Change[]> {
  if (!harvester) return [];
  const { remoteId, ...name } = harvester;
  const names = await harvesterNames(session);
  if (!hasSource(stored)) {
    if (!names) throw new CommandError(deniedMessage(name), exitCodes.refused);
    return [{ path: ['harvester'], kind: 'added', before: null, after: toPlainJson(harvester) as Json }];
  }
  const { harvestedFrom } = stored ?? {};
  const current = harvestedFrom && names?.get(harvestedFrom.harvester.uid);
  if (current && (keyOfHarvester(current) !== keyOfHarvester(name) || harvestedFrom.remoteId !== remoteId))
    session.warn(
      `datasets/${datasetId}: its harvester here is ${keyOfHarvester(current)}, which has it as ${harvestedFrom.remoteId}, and stays so. Its file has ${keyOfHarvester(name)} and ${remoteId}.`,
    );
  return [];
}

const deniedMessage = (name: HarvesterName): string =>
  `It belongs to the harvester ${keyOfHarvester(name)}, and this key may not read harvesters. Take a key with create_dataset, edit_dataset and publish_dataset for the domain, or remove \`harvester\` from the file.`;

/** The uid of the harvester to which a dataset must be attached; undefined where it has a source. Fails where there is no such harvester. */
export async function findHarvester(
  session: Session,
  { harvester }: DatasetDocument,
  stored: WrittenDatasetFragment | undefined,
): Promise<string | undefined> {
  if (!harvester || hasSource(stored)) return undefined;
  const key = keyOfHarvester(harvester);
  const uidIn = (names: HarvesterNames) => [...(names ?? [])].find(([, name]) => keyOfHarvester(name) === key)?.[0];
  const known = uidIn(await harvesterNames(session));
  if (known !== undefined) return known;
  // it was created meanwhile
  namesOf.delete(session);
  const names = await harvesterNames(session);
  if (!names) throw new CommandError(deniedMessage(harvester), exitCodes.refused);
  const uid = uidIn(names);
  if (uid === undefined)
    throw new CommandError(
      `There is no harvester ${key}, to which it belongs. Apply harvesters/ too, or remove \`harvester\` from the file: its values then become its own.`,
    );
  return uid;
}

/** Attaches a dataset to its harvester. */
export async function attach(
  { session, document, folder, revision }: DatasetChange,
  harvesterUid: string,
): Promise<void> {
  const { client } = session;
  const stored = await readStored(session, document.datasetId);
  if (!stored) return;
  const { harvester, remoteMetadata = {}, remoteFields = [], resources = [], attachments = [] } = document;
  const { uid: datasetUid, revision: expectedRevision } = stored;
  const harvestedAttachments = [];
  const left = [...stored.attachments.nodes];
  for (const each of attachments) {
    if (typeof each === 'string' || each.remoteUrl === undefined) continue;
    const { remoteUrl } = each;
    const hash = await hashOf(pathOfNamed(folder, 'attachments', each.file));
    const name = each.filename ?? givenName(each.file);
    const found = left.findIndex(
      ({ filename, sha256 }) => sha256 === hash && (filename === name || name.endsWith(`-${filename}`)),
    );
    for (const { uid } of found === -1 ? [] : left.splice(found, 1)) harvestedAttachments.push({ uid, remoteUrl });
  }
  const { dataset } = (
    await client.send(AttachHarvestedDatasetDocument, {
      input: {
        ...{ datasetUid, harvesterUid, remoteId: harvester?.remoteId ?? '', expectedRevision },
        remoteMetadata: Object.fromEntries(
          Object.entries(remoteMetadata).map(([template, fields]) => [
            template,
            Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, bareValue(value)])),
          ]),
        ),
        remoteFields,
        resources: resources.flatMap(({ remoteUrl }, index) => {
          const uid = stored.resources.nodes[index]?.uid;
          return remoteUrl === undefined || uid === undefined ? [] : [{ uid, remoteUrl }];
        }),
        attachments: harvestedAttachments,
      },
    })
  ).attachHarvestedDataset;
  if (!dataset) return;
  revision.expected = dataset.revision;
  // a value that overrides an equal one of the source
  const metadata = toPlainJson(dataset.metadata) as JsonObject;
  if (!document.metadata || canonicalJson(writeMetadata(metadata, 'own')) === canonicalJson(document.metadata)) return;
  const input = { datasetUid, metadata: readMetadata(document, metadata), expectedRevision: dataset.revision };
  revision.follow((await client.send(ApplyDatasetDocument, { input })).applyDataset);
}

/** A value without the object that files put around those that are objects with a `value`. */
const bareValue = (value: Json): Json => (isJsonObject(value) && 'value' in value ? (value['value'] ?? null) : value);
