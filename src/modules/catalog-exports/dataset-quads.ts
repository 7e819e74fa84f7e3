import type { Literal, NamedNode, Quad } from '@rdfjs/types';
import {
  dcat,
  dcatap,
  dct,
  encodeIri,
  foaf,
  geosparql,
  isAbsoluteIri,
  literal,
  namedNode,
  quad,
  rdf,
  rdfs,
  type RdfValue,
  skos,
  vcard,
  xsd,
} from '#engine/exports/rdf/terms.ts';
import { accessRightIri, availableIri, fileTypeIri, frequencyIri, languageIri, licenseIri } from './authority-terms.ts';
import type { DescribedDataset } from './describe-dataset.ts';
import { rdfTimeLiteral } from '#engine/exports/rdf/record-quads.ts';
import { toTimestamp } from '#kernel/clock.ts';

/** A dataset in the terms of DCAT-AP 3: its own statements, then those of the nodes that it refers to. */
export function datasetQuads(dataset: DescribedDataset): readonly Quad[] {
  const { language, modifiedAt, landingPage } = dataset;
  const node = new NodeQuads(dataset.address, dcat('Dataset'));
  const text = (value: string) => literal(value, language ?? undefined);
  node.add(dct('identifier'), literal(dataset.identifier));
  node.add(dct('title'), text(dataset.title));
  node.add(dct('description'), text(dataset.description));
  for (const keyword of dataset.keywords) node.add(dcat('keyword'), text(keyword));
  for (const theme of dataset.themes)
    node.refer(dcat('theme'), isAbsoluteIri(theme) ? theme : `theme-${theme}`, skos('Concept'), [
      [skos('prefLabel'), text(theme)],
    ]);
  node.refer(dct('accessRights'), accessRightIri(dataset.isRestricted), dct('RightsStatement'));
  if (language !== null)
    node.refer(dct('language'), languageIri(language) ?? `language-${language}`, dct('LinguisticSystem'));
  if (landingPage !== null) node.refer(dcat('landingPage'), landingPage, foaf('Document'));
  if (modifiedAt !== null) node.add(dct('modified'), literal(modifiedAt, xsd('dateTime')));
  for (const attribution of dataset.attributions)
    node.refer(dct('rights'), `rights-${attribution}`, dct('RightsStatement'), [[rdfs('label'), text(attribution)]]);
  addDcat(node, dataset);
  addAgents(node, dataset);
  addCoverage(node, dataset);
  addLinks(node, dataset);
  for (const { name } of dataset.distributions)
    node.add(dcat('distribution'), namedNode(distributionAddress(dataset, name)));
  return [...node.quads(), ...dataset.distributions.flatMap((each) => distributionQuads(dataset, each))];
}

function addDcat(node: NodeQuads, { dcat: valueOf }: DescribedDataset): void {
  for (const name of ['issued', 'created'] as const) {
    const date = valueOf(name);
    if (date !== null) node.add(dct(name), dateLiteral(date));
  }
  const frequency = valueOf('accrualperiodicity');
  if (frequency !== null)
    node.refer(
      dct('accrualPeriodicity'),
      frequencyIri(frequency) ?? (isAbsoluteIri(frequency) ? frequency : 'frequency'),
      dct('Frequency'),
      [[rdfs('label'), literal(frequency)]],
    );
}

function addAgents(node: NodeQuads, { publisher, dcat: valueOf }: DescribedDataset): void {
  const agents = { publisher, creator: valueOf('creator'), contributor: valueOf('contributor') };
  for (const [name, agent] of Object.entries(agents))
    if (agent !== null) node.refer(dct(name), name, foaf('Agent'), [[foaf('name'), literal(agent)]]);
  addContact(node, valueOf('contact_name'), valueOf('contact_email'));
}

/** Adds whom readers ask about a node, where there is a name or an e-mail address. */
export function addContact(node: NodeQuads, name: string | null, email: string | null): void {
  if (name !== null || email !== null)
    node.refer(dcat('contactPoint'), 'contact', vcard('Kind'), [
      [vcard('fn'), literal(name ?? email ?? '')],
      ...(email === null ? [] : [[vcard('hasEmail'), namedNode(encodeIri(mailAddress(email)))] as const]),
    ]);
}

/** The IRI of an e-mail address. */
export const mailAddress = (email: string): string => (email.startsWith('mailto:') ? email : `mailto:${email}`);

function addCoverage(node: NodeQuads, { territories, boundingBox, dcat: valueOf }: DescribedDataset): void {
  for (const territory of territories)
    node.refer(dct('spatial'), isAbsoluteIri(territory) ? territory : `territory-${territory}`, dct('Location'), [
      [rdfs('label'), literal(territory)],
    ]);
  if (boundingBox)
    node.refer(dct('spatial'), 'bbox', dct('Location'), [
      [dcat('bbox'), literal(boxText(boundingBox), geosparql('wktLiteral'))],
    ]);
  const period = [
    [dcat('startDate'), valueOf('temporal_coverage_start'), dateLiteral],
    [dcat('endDate'), valueOf('temporal_coverage_end'), dateLiteral],
    [rdfs('label'), valueOf('temporal'), (text: string) => literal(text)],
  ] as const;
  const properties = period.flatMap(([predicate, value, toLiteral]) =>
    value === null ? [] : [[predicate, toLiteral(value)] as const],
  );
  if (properties.length > 0) node.refer(dct('temporal'), 'period', dct('PeriodOfTime'), properties);
}

/** A bounding box as a polygon in well-known text, longitude first. */
function boxText({ west, south, east, north }: NonNullable<DescribedDataset['boundingBox']>): string {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
  return `POLYGON((${corners.map((corner) => corner.join(' ')).join(',')}))`;
}

/** `references` and `relation` are addresses, separated by white space or commas, or a text. */
function addLinks(node: NodeQuads, { references, dcat: valueOf }: DescribedDataset): void {
  for (const [predicate, type, value] of [
    [foaf('page'), foaf('Document'), references],
    [dct('relation'), rdfs('Resource'), valueOf('relation')],
  ] as const) {
    const parts = (value ?? '').split(/[\s,;]+/).filter(Boolean);
    if (parts.every(isAbsoluteIri)) for (const part of parts) node.refer(predicate, part, type);
    else if (value !== null)
      node.refer(predicate, type.equals(rdfs('Resource')) ? 'relation' : 'references', type, [
        [rdfs('label'), literal(value)],
      ]);
  }
}

function distributionQuads(
  dataset: DescribedDataset,
  { name, title, description, format, address, mediaType }: DescribedDataset['distributions'][number],
): readonly Quad[] {
  const node = new NodeQuads(distributionAddress(dataset, name), dcat('Distribution'));
  node.add(dct('title'), literal(title));
  // An editor describes a file without a format in the language of the metadata.
  const language = format === null ? (dataset.language ?? undefined) : 'en';
  if (description !== null) node.add(dct('description'), literal(description, language));
  if (format !== null)
    node.refer(dct('format'), fileTypeIri(format) ?? `${dataset.address}#format-${format}`, dct('MediaTypeOrExtent'), [
      [rdfs('label'), literal(format)],
    ]);
  node.refer(dcatap('availability'), availableIri, skos('Concept'), [[skos('prefLabel'), literal('available', 'en')]]);
  node.add(dcat('accessURL'), namedNode(encodeIri(address)));
  node.add(dcat('downloadURL'), namedNode(encodeIri(address)));
  if (mediaType !== null)
    node.refer(dcat('mediaType'), `http://www.iana.org/assignments/media-types/${mediaType}`, dct('MediaType'));
  if (dataset.license !== null)
    node.refer(
      dct('license'),
      licenseAddress(dataset.license) ?? `${dataset.address}#license`,
      dct('LicenseDocument'),
      [[rdfs('label'), literal(dataset.license)]],
    );
  return node.quads();
}

const distributionAddress = ({ address }: DescribedDataset, name: string): string =>
  `${address}#${encodeURIComponent(name)}`;

/** The address of a license: the text itself, or the address of the license with this name; else undefined. */
export const licenseAddress = (license: string): string | undefined =>
  isAbsoluteIri(license) ? license : licenseIri(license);

/** A date of the metadata (a year, a month, a day or an instant) with its XSD datatype. An instant without a zone is in UTC. */
function dateLiteral(text: string): Literal {
  if (!/^\d{4}-\d\d-\d\d[Tt ]/.test(text)) return rdfTimeLiteral(text);
  const instant = new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return rdfTimeLiteral(Number.isNaN(instant.getTime()) ? text.slice(0, 10) : toTimestamp(instant));
}

/** A property of a node and its value. */
type Property = readonly [predicate: NamedNode, value: RdfValue];

/** Collects the statements of a node, and of the nodes that it refers to. */
export class NodeQuads {
  readonly #address: string;
  readonly #own: Quad[];
  readonly #others: Quad[] = [];

  constructor(address: string, type: NamedNode) {
    this.#address = address;
    this.#own = describe(namedNode(address), type, []);
  }

  add(predicate: NamedNode, value: RdfValue): void {
    this.#own.push(quad(namedNode(this.#address), predicate, value));
  }

  /** Refers to another node, by its absolute IRI or by a name below this node. */
  refer(predicate: NamedNode, name: string, type: NamedNode, properties: readonly Property[] = []): void {
    const other = namedNode(
      isAbsoluteIri(name) ? encodeIri(name) : `${this.#address}#${encodeURIComponent(name.toWellFormed())}`,
    );
    this.add(predicate, other);
    this.#others.push(...describe(other, type, properties));
  }

  /** The collected statements, grouped by node. */
  quads(): readonly Quad[] {
    return [...this.#own, ...this.#others];
  }
}

const describe = (node: NamedNode, type: NamedNode, properties: readonly Property[]): Quad[] =>
  [[rdf('type'), type] as const, ...properties].map(([predicate, value]) => quad(node, predicate, value));
