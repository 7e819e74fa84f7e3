import type { DatasetSecurity } from '#access/index.ts';
import type { TestApp } from '../app.ts';
import type { Client, GraphAnswer } from '../client.ts';
import { runAndFinish, seedCsvDataset } from './publishing.ts';
import type { SourceServer } from '../sources/source-server.ts';

const citiesCsv =
  'code,name,people,founded\nBE,Bern,134000,1191-01-01\nGE,Genève,203000,0121-01-01\nZH,Zürich,421000,0015-01-01\n';
let count = 0;

/** A published dataset of cities with the given default security; returns its uid. */
export async function publishedCities(
  { admin }: TestApp,
  web: SourceServer,
  security: Partial<DatasetSecurity> = {},
  csv = citiesCsv,
): Promise<string> {
  const uid = await seedCsvDataset(admin, web.serve(`/cities-${++count}.csv`, csv));
  await admin.data('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
    input: { uid, defaultSecurity: security },
  });
  const { status, message } = await runAndFinish(admin, 'publishDataset', uid);
  if (status !== 'idle') throw new Error(message);
  return uid;
}

/** An unpublished dataset of trips to cantons; returns its uid. */
export const seedTrips = (client: Client, web: SourceServer): Promise<string> =>
  seedCsvDataset(client, web.serve(`/trips-${++count}.csv`, 'trip,canton\n1,GE\n2,BE\n3,VS\n4,ZH\n'));

/** The parameters of a join of trips with cities. */
export const joinParams = (dataset: string, params: object = {}) => ({
  dataset,
  local_key: 'canton',
  remote_key: 'code',
  output_fields: 'name,people',
  ...params,
});

/** Appends a processor. */
export const appendProcessor = (
  client: Client,
  datasetUid: string,
  params: object,
  type = 'join_datasets',
): Promise<GraphAnswer> =>
  client.graph('mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } } }', {
    input: { datasetUid, type, params },
  });

/** The codes and the invalid fields of an answer. */
export const errorCodesAndFields = ({ errors }: GraphAnswer) =>
  errors?.map(({ extensions: { code, fields } }) => [code, ...Object.keys(fields ?? {})]);
