import { z } from 'zod';
import type { JsonObject } from '#kernel/json.ts';
import { toPlainJson } from '#kernel/json.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { resolveSecrets, withReferences } from '../files/secrets.ts';
import {
  CreateHarvesterDocument,
  CreateHarvesterScheduleDocument,
  DeleteHarvesterDocument,
  DeleteHarvesterScheduleDocument,
  type ExportHarvestersQuery,
  ExportHarvestersDocument,
  UpdateHarvesterDocument,
} from '../generated/operations.ts';
import type { GraphClient } from '../graph-client.ts';
import { documentNoun } from './document-noun.ts';
import type { Session } from './noun.ts';
import { pages } from './pages.ts';

const jsonMap = z.record(z.string(), z.json());

const harvesterDocument = z.strictObject({
  name: z.string().describe('The name, which is the identity of the harvester.'),
  number: z.int().min(2).optional().describe('Which one it is of several of the same name, by creation.'),
  type: z.string().describe('The kind: ods, ckan, dcat, …'),
  settings: jsonMap.default({}).describe('The settings of the kind; secrets are references. What is left out stays.'),
  forcedMetadata: jsonMap.default({}).describe('Template → field → value, which every dataset gets.'),
  isRestrictingDatasets: z.boolean().default(false),
  isDeletingMissingDatasets: z.boolean().default(false),
  schedules: z
    .array(
      z.strictObject({
        cronSchedule: z.string().describe('Five fields of cron.'),
        timezone: z.string().default('UTC'),
      }),
    )
    .default([]),
});

type HarvesterDocument = z.output<typeof harvesterDocument>;
type Harvester = NonNullable<ExportHarvestersQuery['harvesters']>['nodes'][number];

/** A harvester, and which one it is of several of the same name. */
interface NumberedHarvester {
  readonly harvester: Harvester;
  readonly number: number;
}

/** The key of the file of a harvester. */
export const keyOfHarvester = ({ name, number = 1 }: Pick<HarvesterDocument, 'name' | 'number'>): string =>
  number === 1 ? name : `${name} ${number}`;

/** Reads all harvesters by creation. */
export async function* readHarvesters(client: GraphClient): AsyncGenerator<NumberedHarvester> {
  const counts = new Map<string, number>();
  for await (const harvester of pages(
    async (after) => (await client.send(ExportHarvestersDocument, { after })).harvesters,
  )) {
    const number = (counts.get(harvester.name) ?? 0) + 1;
    counts.set(harvester.name, number);
    yield { harvester, number };
  }
}

/** The input of a harvester, with the secrets that its settings refer to. One that is not set stays as it is stored. */
function inputOf(
  { env, warn }: Session,
  { schedules: _schedules, number, ...document }: HarvesterDocument,
): JsonObject {
  const { value, missing } = resolveSecrets(toPlainJson(document), env);
  for (const name of missing)
    warn(
      `harvesters/${keyOfHarvester({ name: document.name, number })}: ${name} is not set. The secret stays as it is stored, or is missing.`,
    );
  return value;
}

function write({ harvester, number }: NumberedHarvester): HarvesterDocument {
  const { uid: _uid, attachedDatasetCount: _count, schedules, settings, name, ...given } = harvester;
  return harvesterDocument.parse({
    name,
    ...(number > 1 && { number }),
    ...toPlainJson<object>(given),
    settings: withReferences(toPlainJson(settings) as JsonObject, [keyOfHarvester({ name, number })]),
    schedules: schedules.nodes.map(({ cronSchedule, timezone }) => ({ cronSchedule, timezone })),
  });
}

type Schedule = HarvesterDocument['schedules'][number];

const isSameSchedule = (one: Schedule, other: Schedule): boolean =>
  one.cronSchedule === other.cronSchedule && one.timezone === other.timezone;

/** Sets the schedules once the datasets are there: a run before that makes those a second time. */
async function setSchedules(client: GraphClient, document: HarvesterDocument, { warn }: Session, failedCount: number) {
  const key = keyOfHarvester(document);
  let found: Harvester | undefined;
  for await (const { harvester, number } of readHarvesters(client))
    if (keyOfHarvester({ name: harvester.name, number }) === key) found = harvester;
  if (!found) return;
  const { uid: harvesterUid, attachedDatasetCount, schedules } = found;
  for (const stored of schedules.nodes)
    if (!document.schedules.some((each) => isSameSchedule(each, stored)))
      await client.send(DeleteHarvesterScheduleDocument, { input: { harvesterUid, uid: stored.uid } });
  const missing = document.schedules.filter((each) => !schedules.nodes.some((stored) => isSameSchedule(each, stored)));
  if (missing.length === 0) return;
  if (failedCount > 0) {
    const failed = failedCount === 1 ? 'an item' : `${failedCount} items`;
    warn(`harvesters/${key}: its schedule is not set, because ${failed} could not be applied. Apply again.`);
    return;
  }
  for (const each of missing) await client.send(CreateHarvesterScheduleDocument, { input: { harvesterUid, ...each } });
  if (attachedDatasetCount === 0)
    warn(
      `harvesters/${key}: it starts by its schedule. No dataset here is one of its own: where some came from files without \`harvester\`, its first run makes them a second time. Keep either.`,
    );
}

/** Harvesters, without their runs and datasets. What is deleted with a harvester is not the datasets: they are a noun of their own. */
export const harvesterNoun = documentNoun<HarvesterDocument, NumberedHarvester>({
  name: 'harvesters',
  schema: harvesterDocument,
  secretMembers: ['settings'],
  rights: [['create_dataset', 'edit_dataset', 'publish_dataset']],
  keyOf: keyOfHarvester,
  read: readHarvesters,
  write,
  complete: (document, harvester) => ({
    ...document,
    settings: { ...write(harvester).settings, ...document.settings },
  }),
  async create(client, document, { session }) {
    const { harvester } = (await client.send(CreateHarvesterDocument, { input: inputOf(session, document) }))
      .createHarvester;
    if (!harvester) throw new CommandError('The new harvester cannot be read with this key.', exitCodes.refused);
  },
  update: (client, { harvester: { uid } }, document, { session }) =>
    client.send(UpdateHarvesterDocument, { input: { ...inputOf(session, document), uid } }),
  finish: setSchedules,
  remove: (client, { harvester: { uid } }) =>
    client.send(DeleteHarvesterDocument, { input: { uid, hasDatasetsDeleted: false } }),
  // the second of a name comes after the first
  needs(document) {
    const { name, number = 1 } = harvesterDocument.parse(document);
    return number === 1 ? [] : [keyOfHarvester({ name, number: number - 1 })];
  },
});
