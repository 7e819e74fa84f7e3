import type { Quad } from '@rdfjs/types';
import { exploreBasePath, joinExploreUrl } from '#api/explore-base.ts';
import { type RdfSyntax, rdfXmlSyntax, turtleSyntax } from '#engine/exports/rdf/rdf-syntaxes.ts';
import { dcat, dct, foaf, literal, namedNode, prefixes, quad } from '#engine/exports/rdf/terms.ts';
import { datasetQuads } from '../metadata/dataset-quads.ts';
import { describeDataset } from '../metadata/describe-dataset.ts';
import { NodeQuads } from '../metadata/node-quads.ts';
import type { CatalogExportFormat, DatasetSource } from './catalog-export-format.ts';

const dcatExport = (syntax: RdfSyntax, name: string) =>
  ({
    description: `The catalog in DCAT-AP 3, as ${name}.`,
    mediaType: syntax.mediaType,
    extension: syntax.extension,
    writeDatasets: (source) => syntax.write(catalogQuads(source), { prefixes }),
  }) as const satisfies CatalogExportFormat;

export const rdfCatalogExport = dcatExport(rdfXmlSyntax, 'RDF/XML');
export const ttlCatalogExport = dcatExport(turtleSyntax, 'Turtle');

async function* catalogQuads({ datasets, address, distributions }: DatasetSource): AsyncGenerator<readonly Quad[]> {
  const catalog = joinExploreUrl(`${address}${exploreBasePath}`, 'catalog');
  const host = hostOf(address);
  const node = new NodeQuads(catalog, dcat('Catalog'));
  node.add(dct('title'), literal(`Catalog of ${host}`, 'en'));
  node.add(dct('description'), literal(`The published datasets of ${host}.`, 'en'));
  node.refer(dct('publisher'), 'publisher', foaf('Agent'), [[foaf('name'), literal(host)]]);
  node.refer(foaf('homepage'), address, foaf('Document'));
  yield node.quads();
  for await (const batch of datasets)
    yield batch.flatMap((each) => {
      const dataset = describeDataset(each, { address, ...distributions });
      return [quad(namedNode(catalog), dcat('dataset'), namedNode(dataset.address)), ...datasetQuads(dataset)];
    });
}

/** The host of an address, which names a catalog. */
export const hostOf = (address: string): string => address.replace(/^\w+:\/\//, '');
