import type { Quad, Term } from '@rdfjs/types';
import {
  checkSources,
  constantTerm,
  invalid,
  type LogicalSource,
  type ObjectMap,
  parseIri,
  parseLanguage,
  parseReference,
  parseTermTemplate,
  type PredicateObjectMap,
  quoted,
  type RecordMapping,
  rmlTemplate,
  type TermKind,
  type TermMap,
  type TriplesMap,
  unsupportedMapping,
} from './record-mapping.ts';
import { Parser } from 'n3';

/** The namespaces of R2RML and of both versions of RML, with their usual prefixes. Terms of the same name mean the same in all of them. */
const vocabularies: Readonly<Record<string, string>> = {
  'http://www.w3.org/ns/r2rml#': 'rr:',
  'http://semweb.mmlab.be/ns/rml#': 'rml:',
  'http://w3id.org/rml/': 'rml:',
};

/** Properties that only annotate a mapping and are ignored. */
const annotations = new Set([
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#type',
  'http://www.w3.org/2000/01/rdf-schema#label',
  'http://www.w3.org/2000/01/rdf-schema#comment',
]);

/** The name of a term of R2RML or RML, without its namespace; undefined for another IRI. */
function localName(iri: string): string | undefined {
  const namespace = Object.keys(vocabularies).find((each) => iri.startsWith(each));
  return namespace && iri.slice(namespace.length);
}

/** The short form of an IRI for error messages: with a prefix if it is a term of R2RML or RML, otherwise in angle brackets. */
function shortName(iri: string): string {
  const namespace = Object.keys(vocabularies).find((each) => iri.startsWith(each));
  return namespace ? `${vocabularies[namespace] ?? ''}${iri.slice(namespace.length)}` : `<${iri}>`;
}

/** The maximum number of statements that are read while a mapping is followed: nodes may refer to one another many times. */
const maxReads = 100_000;

/** The graph of a mapping in Turtle, read as nodes with properties. */
class RmlGraph {
  readonly prefixes: Record<string, string> = {};
  readonly #quads: ReadonlyMap<string, readonly Quad[]>;
  #reads = 0;

  /** Parses the mapping. Fails INVALID_MAPPING for invalid Turtle. */
  constructor(turtle: string) {
    this.#quads = Map.groupBy(this.#parse(turtle), ({ subject }) => keyOf(subject));
  }

  #parse(turtle: string): readonly Quad[] {
    try {
      return new Parser({ format: 'text/turtle', baseIRI: 'urn:mapping:' }).parse(turtle, null, (prefix, { value }) => {
        this.prefixes[prefix] = value;
      });
    } catch (error) {
      return invalid(`it is neither Turtle nor YARRRML: ${quoted(error instanceof Error ? error.message : '')}`);
    }
  }

  #statementsOf(node: Term): readonly Quad[] {
    const quads = this.#quads.get(keyOf(node)) ?? [];
    this.#reads += quads.length + 1;
    return this.#reads > maxReads ? invalid('its nodes refer to one another too many times') : quads;
  }

  /** The nodes that have one of the named properties. */
  nodesWith(...names: readonly string[]): readonly Term[] {
    return [...this.#quads.values()].flatMap((quads) => {
      const [first] = quads;
      return first && quads.some(({ predicate }) => names.includes(localName(predicate.value) ?? ''))
        ? [first.subject]
        : [];
    });
  }

  /** Returns a function for the values of a property of a node, by the name of the property. Fails INVALID_MAPPING, with the name in the message, if the node has a property that is not `known`. */
  valuesOf<Name extends string>(node: Term, known: readonly Name[]): (name: Name) => readonly Term[] {
    const quads = this.#statementsOf(node);
    for (const { predicate } of quads)
      if (!known.some((name) => name === localName(predicate.value)) && !annotations.has(predicate.value))
        unsupportedMapping(shortName(predicate.value));
    return (name) => quads.flatMap(({ predicate, object }) => (localName(predicate.value) === name ? [object] : []));
  }

  /** Describes a node by all statements about it, as a text that is the same for equal nodes. */
  describe(node: Term, depth = 0): string {
    if (node.termType !== 'BlankNode' || depth > maxDepth) return keyOf(node);
    const properties = this.#statementsOf(node).map(
      ({ predicate, object }) => `${predicate.value} ${this.describe(object, depth + 1)}`,
    );
    return `[${properties.toSorted().join('; ')}]`;
  }
}

/** The maximum depth of blank nodes in the description of a node. */
const maxDepth = 5;

/** A text that identifies a node in its graph. */
const keyOf = ({ termType, value }: Term): string => `${termType === 'BlankNode' ? '_:' : ''}${value}`;

const termProperties = ['constant', 'template', 'reference', 'column', 'termType', 'inverseExpression'] as const;
const subjectProperties = [...termProperties, 'class', 'graph', 'graphMap'] as const;
const objectProperties = [...termProperties, 'language', 'datatype', 'parentTriplesMap', 'joinCondition'] as const;

/** Reads a mapping in RML or R2RML. Fails INVALID_MAPPING for an invalid mapping, and for a feature that is not supported. */
export function readRml(turtle: string): RecordMapping {
  const graph = new RmlGraph(turtle);
  const reader = new RmlReader(graph);
  const nodes = graph.nodesWith('subjectMap', 'subject', 'logicalSource', 'logicalTable');
  const triplesMaps = nodes.map((node) => reader.readTriplesMap(node));
  checkSources(reader.sources);
  return { triplesMaps, prefixes: graph.prefixes };
}

class RmlReader {
  readonly sources: LogicalSource[] = [];
  readonly #graph: RmlGraph;

  constructor(graph: RmlGraph) {
    this.#graph = graph;
  }

  readTriplesMap(node: Term): TriplesMap {
    const names = ['logicalSource', 'logicalTable', 'subjectMap', 'subject', 'predicateObjectMap'] as const;
    const values = this.#graph.valuesOf(node, names);
    const sources = [...values('logicalSource'), ...values('logicalTable')];
    this.sources.push(...sources.map((each) => this.#readSource(each)));
    const subjects = [
      ...values('subject').map(constantOf),
      ...values('subjectMap').map((each) => this.#readTermMap(each, subjectProperties, { type: 'iri' })),
    ];
    if (subjects.length !== 1)
      invalid(`the triples map ${quoted(keyOf(node))} has ${String(subjects.length)} subjects`);
    if (subjects.some(isLiteral)) invalid(`the subject of ${quoted(keyOf(node))} is a literal`);
    return {
      name: keyOf(node),
      subjects,
      classes: values('subjectMap').flatMap((each) => this.#readClasses(each)),
      predicateObjectMaps: values('predicateObjectMap').map((each) => this.#readPredicateObjectMap(each)),
    };
  }

  #readSource(node: Term): LogicalSource {
    const values = this.#graph.valuesOf(node, ['source', 'tableName', 'iterator', 'referenceFormulation']);
    const key = [...values('source'), ...values('tableName')].map((each) => this.#graph.describe(each)).join(' ');
    return { key, iterator: textOf(values('iterator')) };
  }

  #readClasses(node: Term): readonly string[] {
    const values = this.#graph.valuesOf(node, subjectProperties);
    this.#checkGraphs([...values('graph'), ...values('graphMap')]);
    return values('class').map(({ value }) => parseIri(value));
  }

  #readPredicateObjectMap(node: Term): PredicateObjectMap {
    const names = ['predicate', 'predicateMap', 'object', 'objectMap', 'graph', 'graphMap'] as const;
    const values = this.#graph.valuesOf(node, names);
    this.#checkGraphs([...values('graph'), ...values('graphMap')]);
    const predicates = [
      ...values('predicate').map(constantOf),
      ...values('predicateMap').map((each) => this.#readTermMap(each, termProperties, { type: 'iri' })),
    ];
    const objects = [...values('object').map(constantOf), ...values('objectMap').map((each) => this.#readObject(each))];
    if (predicates.length === 0 || objects.length === 0)
      invalid('a predicate-object map lacks a predicate or an object');
    if (!predicates.every(isIri)) invalid('a predicate is no IRI');
    return { predicates, objects };
  }

  #readObject(node: Term): ObjectMap {
    const values = this.#graph.valuesOf(node, objectProperties);
    if (values('joinCondition').length > 0) unsupportedMapping('A join (rr:joinCondition)');
    const [parent] = values('parentTriplesMap');
    if (parent) return { from: 'subject', triplesMap: keyOf(parent) };
    const [language, datatype] = [textOf(values('language')), textOf(values('datatype'))];
    const isLiteral = [...values('reference'), ...values('column')].length > 0;
    if (language !== undefined)
      return this.#readTermMap(node, objectProperties, { type: 'literal', language: parseLanguage(language) });
    if (datatype !== undefined)
      return this.#readTermMap(node, objectProperties, { type: 'literal', datatype: parseIri(datatype) });
    return this.#readTermMap(node, objectProperties, { type: isLiteral ? 'literal' : 'iri' });
  }

  /** Reads a constant, a template or a reference. A map without a term type makes terms of `defaultKind`. */
  #readTermMap(node: Term, known: readonly string[], defaultKind: TermKind): TermMap {
    const values = this.#graph.valuesOf<string>(node, known);
    const references = [...values('reference'), ...values('column')];
    const expressions = [...values('constant'), ...values('template'), ...references];
    const kind = termKind(textOf(values('termType')), defaultKind);
    const [expression] = expressions;
    if (expressions.length > 1)
      invalid(`a term map has several expressions, such as ${quoted(expression?.value ?? '')}`);
    if (!expression) return kind.type === 'blank' ? { from: 'row' } : invalid('a term map lacks an expression');
    if (values('constant').length > 0) return constantOf(expression);
    return references.length > 0
      ? { from: 'column', reference: parseReference(expression.value), kind }
      : { from: 'template', parts: parseTermTemplate(expression.value, rmlTemplate), kind };
  }

  /** Checks that all graphs that the mapping names, also by maps of graphs, are the default graph. */
  #checkGraphs(graphs: readonly Term[]): void {
    const isDefault = (node: Term): boolean => localName(node.value) === 'defaultGraph';
    const constantsOf = (node: Term): readonly Term[] => this.#graph.valuesOf(node, termProperties)('constant');
    if (!graphs.every((node) => isDefault(node) || constantsOf(node).some(isDefault)))
      unsupportedMapping('A named graph (rr:graph)');
  }
}

const isIri = (map: TermMap): boolean => map.from !== 'row' && map.kind.type === 'iri';
const isLiteral = (map: TermMap): boolean => map.from !== 'row' && map.kind.type === 'literal';

/** The kind of term that a term type names; `defaultKind` if there is no term type. */
function termKind(termType: string | undefined, defaultKind: TermKind): TermKind {
  if (termType === undefined) return defaultKind;
  switch (localName(termType)) {
    case 'IRI':
      return { type: 'iri' };
    case 'BlankNode':
      return { type: 'blank' };
    case 'Literal':
      return defaultKind.type === 'literal' ? defaultKind : { type: 'literal' };
    case undefined:
    default:
      return unsupportedMapping(`The term type ${quoted(termType)}`);
  }
}

function constantOf(term: Term): TermMap {
  if (term.termType === 'NamedNode') return constantTerm(parseIri(term.value), { type: 'iri' });
  if (term.termType !== 'Literal') return unsupportedMapping('A blank node as a constant');
  const { value, language, datatype } = term;
  return constantTerm(value, { type: 'literal', ...(language ? { language } : { datatype: datatype.value }) });
}

const textOf = ([term]: readonly Term[]): string | undefined => term?.value;
