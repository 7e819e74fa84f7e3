import type { Quad } from '@rdfjs/types';
import { rdfXmlSyntax } from '#engine/exports/rdf/rdf-syntaxes.ts';
import { dc, literal, namedNode, prefixes, quad } from '#engine/exports/rdf/terms.ts';
import { describeDataset, type DescribedDataset } from '../metadata/describe-dataset.ts';
import type { CatalogExportFormat, DatasetSource } from './catalog-export-format.ts';

/** The fifteen elements of Dublin Core, as RDF/XML. */
export const dublinCoreCatalogExport = {
  description: 'The datasets in the elements of Dublin Core, as RDF/XML.',
  mediaType: rdfXmlSyntax.mediaType,
  extension: rdfXmlSyntax.extension,
  writeDatasets: (source) =>
    rdfXmlSyntax.write(dublinCoreQuads(source), { prefixes: { rdf: prefixes.rdf, dc: prefixes.dc } }),
} as const satisfies CatalogExportFormat;

async function* dublinCoreQuads({ datasets, address, distributions }: DatasetSource): AsyncGenerator<readonly Quad[]> {
  for await (const batch of datasets)
    yield batch.flatMap((each) => {
      const dataset = describeDataset(each, { address, ...distributions });
      return Object.entries(elementsOf(dataset)).flatMap(([name, values]) =>
        values.flatMap((value) =>
          value === null ? [] : [quad(namedNode(dataset.address), dc(name), literal(value, languageOf(name, dataset)))],
        ),
      );
    });
}

/** The elements whose texts are in the language of the dataset. */
const translated: ReadonlySet<string> = new Set(['title', 'description', 'subject']);

const languageOf = (element: string, { language }: DescribedDataset): string | undefined =>
  language !== null && translated.has(element) ? language : undefined;

const elementsOf = ({ dcat, ...dataset }: DescribedDataset): Readonly<Record<string, readonly (string | null)[]>> => ({
  identifier: [dataset.address],
  type: ['Dataset'],
  title: [dataset.title],
  description: [dataset.description],
  subject: [...dataset.themes, ...dataset.keywords],
  creator: [dcat('creator')],
  contributor: [dcat('contributor')],
  publisher: [dataset.publisher],
  date: [dataset.modified],
  language: [dataset.language],
  coverage: [...dataset.territories, dcat('temporal')],
  relation: [dcat('relation')],
  source: [dataset.references],
  rights: [dataset.license, ...dataset.attributions],
  format: [...new Set(dataset.distributions.map(({ mediaType }) => mediaType))],
});
