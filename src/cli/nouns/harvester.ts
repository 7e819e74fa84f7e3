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

const keyOf = ({ name, number = 1 }: Pick<HarvesterDocument, 'name' | 'number'>): string =>
  number === 1 ? name : `${name} ${number}`;

async function* readHarvesters(client: GraphClient): AsyncGenerator<NumberedHarvester> {
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
      `harvesters/${keyOf({ name: document.name, number })}: ${name} is not set. The secret stays as it is stored, or is missing.`,
    );
  return value;
}

function write({ harvester, number }: NumberedHarvester): HarvesterDocument {
  const { uid: _uid, schedules, settings, name, ...given } = harvester;
  return harvesterDocument.parse({
    name,
    ...(number > 1 && { number }),
    ...toPlainJson<object>(given),
    settings: withReferences(toPlainJson(settings) as JsonObject, [keyOf({ name, number })]),
    schedules: schedules.nodes.map(({ cronSchedule, timezone }) => ({ cronSchedule, timezone })),
  });
}

const schedule = async (client: GraphClient, harvesterUid: string, schedules: HarvesterDocument['schedules']) => {
  for (const each of schedules)
    await client.send(CreateHarvesterScheduleDocument, { input: { harvesterUid, ...each } });
};

/** Harvesters, without their runs and datasets. What is deleted with a harvester is not the datasets: they are a noun of their own. */
export const harvesterNoun = documentNoun<HarvesterDocument, NumberedHarvester>({
  name: 'harvesters',
  schema: harvesterDocument,
  secretMembers: ['settings'],
  rights: [['create_dataset', 'edit_dataset', 'publish_dataset']],
  keyOf,
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
    await schedule(client, harvester.uid, document.schedules);
    if (document.schedules.length > 0)
      session.warn(
        `harvesters/${keyOf(document)}: it starts by its schedule. Where its datasets come from files too, its first run makes them a second time: keep either.`,
      );
  },
  async update(client, { harvester }, document, { session }) {
    const { uid, schedules } = harvester;
    await client.send(UpdateHarvesterDocument, { input: { ...inputOf(session, document), uid } });
    const isKept = (
      one: { cronSchedule: string; timezone: string },
      other: { cronSchedule: string; timezone: string },
    ) => one.cronSchedule === other.cronSchedule && one.timezone === other.timezone;
    for (const stored of schedules.nodes)
      if (!document.schedules.some((each) => isKept(each, stored)))
        await client.send(DeleteHarvesterScheduleDocument, { input: { harvesterUid: uid, uid: stored.uid } });
    await schedule(
      client,
      uid,
      document.schedules.filter((each) => !schedules.nodes.some((stored) => isKept(each, stored))),
    );
  },
  remove: (client, { harvester: { uid } }) =>
    client.send(DeleteHarvesterDocument, { input: { uid, hasDatasetsDeleted: false } }),
  // the second of a name comes after the first
  needs(document) {
    const { name, number = 1 } = harvesterDocument.parse(document);
    return number === 1 ? [] : [keyOf({ name, number: number - 1 })];
  },
});
