import { fail } from '#kernel/fail.ts';
import { defineHarvesterKind, type HarvesterKind } from '../harvester-kind.ts';
import { downloadResources, type HarvesterSetting, metadataOnly } from '../harvester-settings.ts';

const url = (description: string) =>
  ({ name: 'url', type: 'text', isMandatory: true, isAddress: true, description }) as const satisfies HarvesterSetting;

const text = (name: string, description: string, fallback = ''): HarvesterSetting => ({
  name,
  type: 'text',
  description,
  default: fallback,
});
const required = (setting: HarvesterSetting): HarvesterSetting => ({ ...setting, isMandatory: true });
const secret = (setting: HarvesterSetting): HarvesterSetting => ({ ...setting, isSecret: true });
const count = (name: string, description: string, minimum = 0): HarvesterSetting => ({
  name,
  type: 'integer',
  description,
  minimum,
});

const both = [downloadResources, metadataOnly];

/** A kind whose settings are stored and checked, and which no run can read. */
const declare = (
  type: string,
  label: string,
  settings: readonly HarvesterSetting[],
  unavailable?: string,
): HarvesterKind => {
  const reason = unavailable ?? `reading portals of the type ${type} is not built yet.`;
  return defineHarvesterKind({
    type,
    label,
    settings,
    unavailable: reason,
    async *entries() {
      fail('SOURCE_FAILED', { reason });
    },
  });
};

/** The kinds without a reader, by the table of docs/contract/administration.md 10. */
export const declaredKinds: readonly HarvesterKind[] = [
  declare(
    'junar',
    'Junar portal',
    [
      url('The address of the API.'),
      secret(required(text('auth_key', 'The key of the API.'))),
      text('query_string', 'A search.'),
      text('categories', 'The categories, separated by commas.'),
      ...both,
    ],
    'Junar offers no public interface any more that datasets could be read from.',
  ),
  declare(
    'omi_node',
    'OMI node',
    [
      url('The address of the node.'),
      count('infoitems_limit', 'The most items of a dataset.', 1),
      text('omi_node_version', 'The version of the node.', '0.9.0'),
      ...both,
    ],
    'nodes of the Open Messaging Interface are no longer offered, and cannot be read.',
  ),
  declare(
    'quandl',
    'Quandl database',
    [
      required(text('database_code', 'The database.')),
      secret(required(text('api_key', 'The key of the API.'))),
      required(count('number_of_datasets', 'The most datasets.', 1)),
      ...both,
    ],
    'Quandl has closed: its databases can no longer be read.',
  ),
];
