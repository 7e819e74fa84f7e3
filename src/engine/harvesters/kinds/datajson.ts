import { defineHarvesterKind } from '../harvester-kind.ts';
import { addressOf, downloadResources, metadataOnly } from '../harvester-settings.ts';
import { readJsonList } from '../json-list.ts';
import { portalAddress } from '../portal-address.ts';
import { parseDataJsonEntry } from '../project-open-data.ts';

const settings = [
  {
    name: 'url',
    type: 'text',
    isMandatory: true,
    isAddress: true,
    description: 'The address of the file, or of the portal that has it.',
  },
  { name: 'number_of_datasets', type: 'integer', minimum: 1, description: 'The most datasets; all by default.' },
  downloadResources,
  metadataOnly,
] as const;

/** Portals with a data.json of Project Open Data 1.1 or DCAT-US 3. */
export const datajson = defineHarvesterKind({
  type: 'datajson',
  label: 'data.json',
  settings,
  async *entries({ url, number_of_datasets: limit }, { source, reportTotal }) {
    const isFile = /\.json$|\?/i.test(url);
    const address = (isFile && addressOf(url)?.href) || `${portalAddress(url)}/data.json`;
    let position = 0;
    for await (const item of readJsonList(source, address, 'dataset', (count) => {
      reportTotal(Math.min(count, limit ?? count));
    })) {
      yield parseDataJsonEntry(item, (position += 1));
      if (position === limit) return;
    }
  },
});
