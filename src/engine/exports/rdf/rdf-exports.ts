import type { ExportFormat } from '../export-format.ts';
import { contextOf } from './mapping/read-mapping.ts';
import { mappedQuads } from './mapping/mapped-quads.ts';
import { jsonLdSyntax, type RdfSyntax, rdfXmlSyntax, turtleSyntax } from './rdf-syntaxes.ts';
import { propertiesOf, recordQuads } from './record-quads.ts';
import { prefixes } from './terms.ts';

const { rdf, rdfs, xsd, dct, geosparql } = prefixes;

const rdfExport = (
  description: string,
  syntax: RdfSyntax,
  { mediaType, extension }: Pick<RdfSyntax, 'mediaType' | 'extension'> = syntax,
): ExportFormat => ({
  description,
  mediaType,
  extension,
  needsGeometry: false,
  isLinkedData: true,
  needsRecordIds: true,
  write: (source) =>
    source.mapping === undefined
      ? syntax.write(recordQuads(source), {
          prefixes: { rdf, rdfs, xsd, dct, geosparql, field: propertiesOf(source) },
          vocabulary: propertiesOf(source),
        })
      : syntax.write(mappedQuads(source, source.mapping), contextOf(source.mapping)),
});

export const rdfXmlExport = rdfExport('Linked data as RDF/XML.', rdfXmlSyntax);
export const turtleExport = rdfExport('Linked data as Turtle.', turtleSyntax);
export const n3Export = rdfExport('Linked data as Notation3.', turtleSyntax, { mediaType: 'text/n3', extension: 'n3' });
export const jsonLdExport = rdfExport('Linked data as JSON-LD 1.1.', jsonLdSyntax);
