import type { Literal, Term } from '@rdfjs/types';
import type { RemoteDataset, RemoteEntry } from '../harvester-kind.ts';
import { languageOf, textToHtml, toRemoteMetadata } from '../remote-metadata.ts';
import { extentFields, extentOf, parseExtent, type RemoteExtent } from '../remote-extent.ts';
import { type ListedPart, sortParts } from '../remote-parts.ts';
import { parsePeriod } from '../remote-dates.ts';
import { iri, nameOfIri } from './dcat-terms.ts';
import type { RdfGraph } from './rdf-graph.ts';

/** Properties that name a node, the most specific first. */
const labels = [
  iri('skos:prefLabel'),
  iri('foaf:name'),
  iri('vcard:fn'),
  iri('vcard:organization-name'),
  iri('dct:title'),
  iri('rdfs:label'),
  iri('schema:name'),
  iri('schemas:name'),
  iri('dct:identifier'),
  iri('rdf:value'),
];
const startDates = [iri('dcat:startDate'), iri('schema:startDate'), iri('schemas:startDate'), iri('time:hasBeginning')];
const endDates = [iri('dcat:endDate'), iri('schema:endDate'), iri('schemas:endDate'), iri('time:hasEnd')];
const instants = [iri('time:inXSDDateTimeStamp'), iri('time:inXSDDateTime'), iri('time:inXSDDate')];
const geometries = [
  iri('dcat:bbox'),
  iri('locn:geometry'),
  iri('geo:asWKT'),
  iri('geo:hasGeometry'),
  iri('dcat:centroid'),
];

/** What a dataset has that is more than a reference. */
const substance = [
  ...[iri('dct:title'), iri('dc:title'), iri('dct:description'), iri('dct:identifier')],
  ...[iri('dcat:distribution'), iri('dcat:keyword'), iri('dct:publisher'), iri('dcat:landingPage')],
];

/** Reads the datasets of a graph. Texts are those of `language`, or else without a language, in English, or the first ones. */
export class DcatReader {
  readonly #graph: RdfGraph;
  readonly #language: string;
  /** The addresses of services, by the dataset that they serve. */
  readonly #endpoints = new Map<string, string[]>();

  constructor(graph: RdfGraph, language: string) {
    this.#graph = graph;
    this.#language = language.trim().toLowerCase();
    for (const service of graph.ofType(iri('dcat:DataService')))
      for (const { value } of graph.objects(service, iri('dcat:servesDataset'))) {
        const known = this.#endpoints.get(value) ?? [];
        known.push(...graph.objects(service, iri('dcat:endpointURL')).map((endpoint) => endpoint.value));
        this.#endpoints.set(value, known);
      }
  }

  /** The datasets that the graph describes, in the order of the document. */
  datasets(): readonly Term[] {
    // a node with a type alone is a reference to a dataset that another page describes
    const typed = this.#graph
      .ofType(iri('dcat:Dataset'), iri('dcat:DatasetSeries'))
      .filter((node) => this.#graph.objects(node, ...substance).length > 0);
    const known = new Set(typed.map(({ value }) => value));
    const listed = this.#graph
      .valuesOf(iri('dcat:dataset'))
      .filter((node) => !known.has(node.value) && this.#graph.objects(node, iri('dct:title')).length > 0);
    return [...typed, ...new Map(listed.map((node) => [node.value, node])).values()];
  }

  /** The titles of a dataset in all languages. */
  titles(node: Term): readonly string[] {
    return this.#graph.objects(node, iri('dct:title'), iri('dc:title')).map(({ value }) => value);
  }

  /** A dataset of ours. `position` names one that has no identifier. */
  toEntry(node: Term, position: number): RemoteEntry {
    const title = this.#text(node, iri('dct:title'), iri('dc:title'));
    const id = this.#identify(node);
    if (id === '')
      return {
        id: `dataset ${position}${title === '' ? '' : `: ${title}`}`,
        error: 'The dataset has no address and no identifier, so that it cannot be found again.',
      };
    const description = textToHtml(
      this.#text(node, iri('dct:description'), iri('dct:abstract'), iri('dc:description')),
    );
    const parts = sortParts(this.#parts(node, title));
    const byAddress = <Part extends { readonly url: string }>(all: readonly Part[]) =>
      all.toSorted((one, other) => (one.url < other.url ? -1 : 1));
    return {
      id,
      title: title || nameOfIri(id),
      description,
      version: null,
      metadata: this.#metadata(node, title || nameOfIri(id), description, parts.links),
      // RDF has no order, and a server may give another one each time
      resources: byAddress(parts.resources),
      attachments: byAddress(parts.attachments),
      fields: [],
    };
  }

  /** The address of a dataset, which is the same in all catalogs; the identifier of one that has none. */
  #identify(node: Term): string {
    if (node.termType === 'NamedNode' && !node.value.includes('/.well-known/genid/')) return node.value;
    const identifier = this.#literals(node, iri('dct:identifier'), iri('dc:identifier'))[0]?.value;
    const notation = this.#graph
      .objects(node, iri('adms:identifier'))
      .flatMap((each) => this.#literals(each, iri('skos:notation')))[0]?.value;
    return (identifier ?? notation ?? '').trim();
  }

  #metadata(node: Term, title: string, description: string, links: readonly string[]): RemoteDataset['metadata'] {
    const contact = this.#graph.objects(node, iri('dcat:contactPoint'))[0];
    const period = this.#period(node);
    const pages = this.#graph
      .objects(node, iri('dcat:landingPage'), iri('foaf:page'))
      .map(({ value }) => value)
      .filter((value) => /^https?:/i.test(value));
    const metadata = toRemoteMetadata({
      title,
      description,
      keywords: this.#texts(node, iri('dcat:keyword')),
      themes: this.#names(node, iri('dcat:theme')),
      publisher: this.#names(node, iri('dct:publisher'), iri('dc:publisher'))[0],
      creator: this.#names(node, iri('dct:creator'), iri('dc:creator'))[0],
      contactName: contact && this.#name(contact),
      contactEmail:
        contact &&
        this.#graph
          .objects(contact, iri('vcard:hasEmail'), iri('vcard:email'))
          .map((each) => this.#literalValue(each))[0],
      license: this.#license(node),
      language: this.#datasetLanguage(node),
      frequency: this.#names(node, iri('dct:accrualPeriodicity'))[0],
      modified: this.#literals(node, iri('dct:modified'))[0]?.value,
      issued: this.#literals(node, iri('dct:issued'))[0]?.value,
      created: this.#literals(node, iri('dct:created'))[0]?.value,
      periodStart: period.start,
      periodEnd: period.end,
      temporal: period.text,
      references: [...pages, ...[...links, ...(this.#endpoints.get(node.value) ?? [])].toSorted()],
    });
    const place = this.#place(node);
    return Object.keys(place).length > 0 ? { ...metadata, inspire: place } : metadata;
  }

  /** The license of a dataset, or that of all its distributions. */
  #license(node: Term): string | undefined {
    const nodes = [node, ...this.#graph.objects(node, iri('dcat:distribution'))];
    const licenses = nodes
      .map((each) => this.#graph.objects(each, iri('dct:license'), iri('dct:rights'))[0])
      .map((license) => license && this.#licenseName(license));
    return licenses.find((license) => license !== undefined && license !== '');
  }

  /** A license of the web by its address, which says more than its name. */
  #licenseName(license: Term): string {
    const isAddress = license.termType === 'NamedNode' && /^https?:/.test(license.value);
    return isAddress ? license.value : this.#name(license);
  }

  #datasetLanguage(node: Term): string | undefined {
    const ofTitle = this.#pick(this.#literals(node, iri('dct:title')))?.language;
    const declared = this.#graph.objects(node, iri('dct:language')).map(({ value }) => value);
    return languageOf(ofTitle) ?? (declared.length === 1 ? languageOf(declared[0]) : undefined);
  }

  #period(node: Term): { readonly start?: string; readonly end?: string; readonly text?: string } {
    for (const period of this.#graph.objects(node, iri('dct:temporal'))) {
      if (period.termType === 'Literal') {
        const { start, end } = parsePeriod(period.value);
        return start === undefined ? { text: period.value } : { start, ...(end !== undefined && { end }) };
      }
      const [start, end] = [startDates, endDates].map((properties) => this.#instant(period, properties));
      if (start !== undefined || end !== undefined)
        return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
    }
    return {};
  }

  #instant(period: Term, properties: readonly string[]): string | undefined {
    const found = this.#graph.objects(period, ...properties)[0];
    if (!found) return undefined;
    return found.termType === 'Literal' ? found.value : this.#graph.objects(found, ...instants)[0]?.value;
  }

  #place(node: Term) {
    const places = this.#graph.objects(node, iri('dct:spatial'));
    const named = places.map((place) =>
      place.termType === 'BlankNode' ? this.#text(place, ...labels) : this.#name(place),
    );
    return extentFields(this.#extent(places), [...new Set(named.filter((name) => name !== ''))].toSorted().join(', '));
  }

  #extent(places: readonly Term[]): RemoteExtent | undefined {
    const boxes = places.flatMap((place) =>
      [place, ...this.#graph.objects(place, ...geometries)].flatMap((geometry) => {
        const texts = geometry.termType === 'Literal' ? [geometry] : this.#literals(geometry, ...geometries);
        return texts.map(({ value }) => parseExtent(value)).find((extent) => extent !== undefined) ?? [];
      }),
    );
    return extentOf(
      boxes.flatMap(({ west, south, east, north }): [number, number][] => [
        [west, south],
        [east, north],
      ]),
    );
  }

  /** The distributions of a dataset, and its documents. */
  #parts(node: Term, title: string): readonly ListedPart[] {
    const documents = this.#graph.objects(node, iri('adms:sample'), iri('foaf:page')).flatMap((page): ListedPart[] => {
      const isFile = page.termType === 'NamedNode' && /\.\w{2,4}$/.test(URL.parse(page.value)?.pathname ?? '');
      return isFile ? [{ url: page.value, title: this.#text(page, ...labels), formats: [], isDocument: true }] : [];
    });
    return [
      ...this.#graph.objects(node, iri('dcat:distribution')).flatMap((each) => this.#distribution(each, title)),
      ...documents,
    ];
  }

  #distribution(node: Term, datasetTitle: string): readonly ListedPart[] {
    const title = this.#text(node, iri('dct:title'), iri('dc:title')) || datasetTitle;
    const formats = this.#graph
      .objects(node, iri('dcat:packageFormat'), iri('dcat:compressFormat'), iri('dcat:mediaType'), iri('dct:format'))
      .map((format) => this.#formatName(format));
    const addresses = (...properties: readonly string[]) =>
      this.#graph.objects(node, ...properties).map(({ value }) => value);
    const files = addresses(iri('dcat:downloadURL'));
    if (files.length > 0) return files.map((url) => ({ url, title, formats }));
    const services = this.#graph
      .objects(node, iri('dcat:accessService'))
      .flatMap((service) => this.#graph.objects(service, iri('dcat:endpointURL')).map(({ value }) => value));
    return [
      ...addresses(iri('dcat:accessURL')).map((url) => ({ url, title, formats })),
      ...services.map((url) => ({ url, title, formats: ['api'] })),
    ];
  }

  /** A media type or a file type: what a node of the catalog says of it, or its address. */
  #formatName(format: Term): string {
    if (format.termType === 'NamedNode') return format.value;
    return format.termType === 'Literal' ? format.value : this.#text(format, ...labels.toReversed());
  }

  /** The texts of properties in the language of the reader, or else of another one. Sorted, because RDF has no order. */
  #texts(node: Term, ...properties: readonly string[]): readonly string[] {
    const found = this.#literals(node, ...properties);
    const language = this.#pick(found)?.language;
    return found
      .filter((each) => each.language === language || each.language === '')
      .map(({ value }) => value)
      .toSorted();
  }

  /** The text of the first property that has one. */
  #text(node: Term, ...properties: readonly string[]): string {
    for (const property of properties) {
      const text = this.#pick(this.#literals(node, property))?.value.trim() ?? '';
      if (text !== '') return text;
    }
    return '';
  }

  #literals(node: Term, ...properties: readonly string[]): readonly Literal[] {
    return this.#graph.objects(node, ...properties).filter((term) => term.termType === 'Literal');
  }

  #literalValue = (term: Term): string =>
    term.termType === 'BlankNode' ? this.#text(term, iri('vcard:hasValue'), iri('rdf:value')) : term.value;

  /** The text to show of several: equal ranks go by the alphabet, because RDF has no order. */
  #pick(texts: readonly Literal[]): Literal | undefined {
    const rank = ({ language }: Literal): number => {
      const tag = language.toLowerCase();
      if (this.#language !== '' && tag === this.#language) return 0;
      if (this.#language !== '' && tag.split('-')[0] === this.#language.split('-')[0]) return 1;
      if (tag === '') return 2;
      return tag.split('-')[0] === 'en' ? 3 : 4;
    };
    return texts.toSorted(
      (one, other) =>
        rank(one) - rank(other) || compare(one.language, other.language) || compare(one.value, other.value),
    )[0];
  }

  /** The names of the values of properties, sorted. */
  #names(node: Term, ...properties: readonly string[]): readonly string[] {
    const all = this.#graph.objects(node, ...properties);
    const own = all.filter((term) => term.termType === 'Literal');
    const named = [
      ...(own.length > 0 ? this.#texts(node, ...properties) : []),
      ...all.filter((term) => term.termType !== 'Literal').map((term) => this.#name(term)),
    ];
    return [...new Set(named.filter((name) => name !== ''))].toSorted();
  }

  /** The name of a node: what the catalog says of it, or the end of its address. */
  #name(term: Term): string {
    if (term.termType === 'Literal') return term.value.trim();
    const label = this.#text(term, ...labels);
    return label === '' && term.termType === 'NamedNode' ? nameOfIri(term.value) : label;
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
