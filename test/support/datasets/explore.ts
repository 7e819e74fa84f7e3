import { readFileSync } from 'node:fs';
import type { DatasetSecurity } from '#access/index.ts';
import type { TestApp } from '../app.ts';
import type { Client } from '../client.ts';
import { runAndFinish } from './publishing.ts';
import { seedDataset } from '../seed.ts';
import type { SourceServer } from '../sources/source-server.ts';

const townsCsv = readFileSync('test/fixtures/towns.csv', 'utf8');
let count = 0;

/** The options of the dataset of a test. */
export interface TownsOptions {
  readonly csv?: string;
  readonly defaultSecurity?: Partial<DatasetSecurity>;
  readonly isRestricted?: boolean;
  /** Facets beyond their names, such as `{ field_name: 'tags', disjunctive: true }`. */
  readonly facets?: readonly object[];
  /** Template → field → `{ value }`, in addition to the title `Towns`. */
  readonly metadata?: { readonly default?: object; readonly [template: string]: object | undefined };
}

/** The published towns of docs/contract/explore.md 14; answers the dataset's uid. */
export async function publishedTowns(
  { admin }: Pick<TestApp, 'admin'>,
  web: SourceServer,
  {
    csv = townsCsv,
    defaultSecurity = {},
    isRestricted = false,
    facets = townFacets,
    metadata: added = {},
  }: TownsOptions = {},
): Promise<string> {
  const metadata = {
    ...added,
    default: { title: { value: 'Towns' }, ...added.default },
    asset_content_configuration: { facets: { value: facets } },
  };
  const uid = await seedDataset(admin, { metadata, defaultSecurity, isRestricted });
  await admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: {
      datasetUid: uid,
      type: 'csvfile',
      title: 'towns',
      params: {},
      datasource: { http: { connection: { url: web.serve(`/towns-${++count}.csv`, csv) } } },
    },
  });
  for (const configuration of configurations) await appendFieldConfiguration(admin, uid, configuration);
  const { status, message } = await runAndFinish(admin, 'publishDataset', uid);
  if (status !== 'idle') throw new Error(message);
  return uid;
}

export const townFacets = ['name', 'country', 'tags', 'path'].map((name) => ({ field_name: name }));

const types = {
  ...{ population: 'int', area: 'double', founded: 'date', updated: 'datetime' },
  ...{ tags: 'text', path: 'text', position: 'geo_point_2d' },
};

const configurations = [
  ...Object.entries(types).map(([field, typeParam]) => ({ type: { field, typeParam } })),
  { annotate: { field: 'tags', annotation: 'multivalued', args: [';'] } },
  { annotate: { field: 'path', annotation: 'hierarchical', args: ['/'] } },
  { annotate: { field: 'area', annotation: 'unit', args: ['km²'] } },
];

/** Appends a field configuration. */
export const appendFieldConfiguration = (client: Client, datasetUid: string, configuration: object) =>
  client.data(
    'mutation ($input: AppendFieldConfigurationInput!) { appendFieldConfiguration(input: $input) { dataset { uid } } }',
    { input: { datasetUid, label: '', configuration } },
  );
