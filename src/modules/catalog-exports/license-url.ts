import { computed } from '#api/reading/declare-fields.ts';
import { encodeIri } from '#engine/exports/rdf/terms.ts';
import { catalogDatasets } from '#datasets/index.ts';
import { licenseAddress } from './dataset-quads.ts';

computed({
  source: catalogDatasets,
  field: 'licenseUrl',
  type: () => String,
  nullable: true,
  description:
    'The web address of the license: the license itself where it is one, or that of a license of Creative Commons or Open Data Commons with this name, such as `CC BY 4.0`. Null for another license.',
  needs: ['license'],
  value: ({ license }) => (license === null ? null : (licenseUrl(license) ?? null)),
});

/** The web address of a license; undefined for a text that is none and names none. */
function licenseUrl(license: string): string | undefined {
  const address = licenseAddress(license.trim());
  return address !== undefined && /^https?:\/\/[^\s/]/i.test(address) ? encodeIri(address) : undefined;
}
