import type { Term } from '@rdfjs/types';
import { checkSources, type LogicalSource } from './logical-source.ts';
import { invalid, quoted, unsupported } from './mapping-problem.ts';
import { parseReference, parseTemplate, rmlTemplate } from './parse-template.ts';
import {
  constant,
  type ObjectMap,
  type PredicateObjectMap,
  type RecordMapping,
  type TermKind,
  type TermMap,
  type TriplesMap,
} from './record-mapping.ts';
import { keyOf, localName, RmlGraph } from './rml-graph.ts';
import { parseIri, parseLanguage } from './term-rules.ts';

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
    if (values('joinCondition').length > 0) unsupported('A join (rr:joinCondition)');
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
      : { from: 'template', parts: parseTemplate(expression.value, rmlTemplate), kind };
  }

  /** Checks that all graphs that the mapping names, also by maps of graphs, are the default graph. */
  #checkGraphs(graphs: readonly Term[]): void {
    const isDefault = (node: Term): boolean => localName(node.value) === 'defaultGraph';
    const constantsOf = (node: Term): readonly Term[] => this.#graph.valuesOf(node, termProperties)('constant');
    if (!graphs.every((node) => isDefault(node) || constantsOf(node).some(isDefault)))
      unsupported('A named graph (rr:graph)');
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
      return unsupported(`The term type ${quoted(termType)}`);
  }
}

function constantOf(term: Term): TermMap {
  if (term.termType === 'NamedNode') return constant(parseIri(term.value), { type: 'iri' });
  if (term.termType !== 'Literal') return unsupported('A blank node as a constant');
  const { value, language, datatype } = term;
  return constant(value, { type: 'literal', ...(language ? { language } : { datatype: datatype.value }) });
}

const textOf = ([term]: readonly Term[]): string | undefined => term?.value;
