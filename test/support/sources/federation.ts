import type { Client } from '../client.ts';
import type { RemoteCatalog, RemoteContent } from './remote-catalog.ts';

/** A dataset of another catalog. */
export const rivers: RemoteContent = {
  metas: {
    default: { title: 'Rivers', keyword: ['water', 'map'], description: null, language: 5, not_a_field: 'x' },
    visualization: { map_disabled: true },
    custom: { gauge: { levels: [1, 2.5] } },
    not_a_template: { a: 1 },
  },
  fields: [
    { name: 'name', label: 'Name', type: 'text', description: null, annotations: {} },
    { name: 'length', label: 'Length', type: 'int', description: 'In km', annotations: { unit: ['km'] } },
  ],
  records: [
    { name: 'Aare', length: 288, slope: 0.25, at: { lon: 7.5, lat: 47.5 } },
    { name: 'Žitava; "łong"\n', length: null, slope: -1e-7, at: null },
    { name: '', length: 0, slope: 12, at: { lon: -0.1, lat: 0 } },
  ],
};

/** A datasource that is a dataset of another catalog, in the graph's names. */
export const federatedDatasource = (
  { origin }: Pick<RemoteCatalog, 'origin'>,
  datasetId: string,
  parameters: object = {},
) => ({
  federated: { domain: { domainId: origin }, dataset: { datasetId }, parameters, canImpersonatePermissions: true },
});

/** Adds a federated resource; returns its uid. */
export async function addFederatedResource(client: Client, datasetUid: string, datasource: object): Promise<string> {
  const { createResource } = await client.data(
    'mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }',
    {
      input: { datasetUid, type: 'jsonfile', title: 'Remote', datasource },
    },
  );
  return createResource.resource.uid;
}

/** The drafted metadata of a dataset, and its revision. */
export async function draftOf(
  client: Client,
  uid: string,
): Promise<{ readonly metadata: ReturnType<typeof JSON.parse>; readonly revision: number }> {
  return (await client.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { metadata revision } }', { uid })).dataset;
}

/** The entry of a value that comes from a remote dataset. */
export const fromRemote = (value: unknown) => ({ value, remote_value: value, override_remote_value: false });

/** The entry of a value that overrides the remote one. */
export const overriding = (value: unknown, remote: unknown) => ({
  value,
  remote_value: remote,
  override_remote_value: true,
});
