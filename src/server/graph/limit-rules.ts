import {
  type ASTNode,
  BREAK,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
  visit,
} from 'graphql';
import { inputLimits } from '#api/assert-storable.ts';
import { CatalogError } from '#kernel/fail.ts';

/**
 * Validation rules for the limits of a document that do not depend on variables, in linear time. The rules report errors instead of
 * throwing them: a server responds to a thrown error with 500.
 */
export function limitRules(allowed: Limits = limits): readonly ValidationRule[] {
  const reporterIn = (context: ValidationContext) => (measure: LimitedMeasure, found: number, node: ASTNode) => {
    if (found > allowed[measure]) context.reportError(queryTooComplexError(measure, found, allowed[measure], [node]));
  };

  const limitDocument: ValidationRule = (context) => {
    const check = reporterIn(context);
    return {
      Document(document) {
        const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
        check('operations', operations.length, document);
        check('characters', document.loc?.source.body.length ?? 0, document);
      },
    };
  };

  const limitDirectives: ValidationRule = (context) => {
    const check = reporterIn(context);
    let directives = 0;
    let maxRepetitions = 0;
    return {
      enter(node) {
        if (!('directives' in node)) return;
        directives += node.directives.length;
        maxRepetitions = Math.max(maxRepetitions, repetitionsIn(context, node.directives));
      },
      Document: {
        leave(document) {
          check('directives', directives, document);
          check('repetitions', maxRepetitions, document);
        },
      },
    };
  };

  const limitAliases: ValidationRule = (context) => {
    const check = reporterIn(context);
    const aliases = new Map<string, Set<string>>();
    return {
      Field({ alias, name }) {
        if (!alias) return;
        const aliasesOfField = aliases.get(name.value) ?? new Set();
        aliases.set(name.value, aliasesOfField.add(alias.value));
      },
      Document: {
        leave: (document) => check('aliases', Math.max(0, ...[...aliases.values()].map(({ size }) => size)), document),
      },
    };
  };

  const limitSize: ValidationRule = (context) => {
    const check = reporterIn(context);
    const sizeOf = sizeOfSelections((name) => context.getFragment(name));
    return {
      OperationDefinition(operation) {
        const { width, introspections, depth, fields } = sizeOf(operation.selectionSet);
        check('rootFields', width, operation);
        check('introspections', introspections, operation);
        check('depth', depth, operation);
        check('fields', fields, operation);
      },
    };
  };

  const limitValues: ValidationRule = (context) => {
    const check = reporterIn(context);
    let depth = 0;
    let maxDepth = 0;
    const level = {
      enter: () => {
        maxDepth = Math.max(maxDepth, (depth += 1));
      },
      leave: () => {
        depth -= 1;
      },
    };
    return {
      ListValue: level,
      ObjectValue: level,
      Document: { leave: (document) => check('valueDepth', maxDepth, document) },
    };
  };

  return [limitDocument, limitDirectives, limitAliases, limitSize, limitValues];
}

/** The number of times that the most frequent directive occurs in a list of directives. Repeatable directives do not count. */
function repetitionsIn(context: ValidationContext, directives: readonly DirectiveNode[]): number {
  const counts = new Map<string, number>();
  for (const {
    name: { value },
  } of directives) {
    if (!context.getSchema().getDirective(value)?.isRepeatable) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** The limits of a GraphQL document. */
interface Limits {
  /** The maximum number of lexical tokens, which the parser counts. */
  readonly tokens: number;
  /** The maximum number of characters. Computing the location of an error takes time in proportion to the number of characters. */
  readonly characters: number;
  /** The maximum number of operations of a document. A request executes one of them. */
  readonly operations: number;
  /** The maximum number of directives, including repeated directives. */
  readonly directives: number;
  /** How often one directive may occur at one place; repeatable directives do not count. */
  readonly repetitions: number;
  /** The maximum number of different aliases of one field. */
  readonly aliases: number;
  /** The maximum number of root fields of an operation, with fragments expanded. */
  readonly rootFields: number;
  /**
   * The maximum number of `__schema` and `__type` in an operation and of aliases inside of them, with fragments expanded:
   * each of them may read the whole schema.
   */
  readonly introspections: number;
  /**
   * The maximum number of levels of fields in an operation, with fragments expanded; the `ofType` chain of introspection is
   * one level.
   */
  readonly depth: number;
  /** The maximum number of fields of an operation, with fragments expanded. */
  readonly fields: number;
  /** The maximum number of levels of lists and objects in a literal value; the same limit as for variables. */
  readonly valueDepth: number;
  /** The maximum cost of an operation, in points. */
  readonly cost: number;
  /** The maximum number of reported errors of a document or its variables. The check ends at this number. */
  readonly errors: number;
}

/** The limits of the service, wide enough for GraphiQL's introspection query. */
export const limits: Limits = Object.freeze({
  tokens: 4_000,
  characters: 100_000,
  operations: 10,
  directives: 50,
  repetitions: 1,
  aliases: 30,
  rootFields: 20,
  introspections: 3,
  depth: 12,
  fields: 1_000,
  valueDepth: inputLimits.depth,
  cost: 2_000,
  errors: 5,
});

/** Whether a document selects `__schema`, `__type` or `_service` anywhere, fragments included; `__typename` does not count. */
export function asksForIntrospection(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field(field) {
      if (!readsSchema(field)) return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}

/** A limit that is checked after parsing. */
type LimitedMeasure = Exclude<keyof Limits, 'tokens' | 'errors'>;

/** The unit and the advice of each limit, for the message. */
const measures: Readonly<Record<LimitedMeasure, { readonly unit: string; readonly advice: string }>> = {
  characters: { unit: 'characters', advice: 'Send long values as variables.' },
  operations: { unit: 'operations', advice: 'Send only the operation to be executed.' },
  directives: { unit: 'directives', advice: 'Drop directives, or split the query.' },
  repetitions: { unit: 'repetitions of a directive at one place', advice: 'Write it once.' },
  aliases: { unit: 'aliases of one field', advice: 'Ask for lists instead, or split the query.' },
  rootFields: { unit: 'root fields', advice: 'Split it into several requests.' },
  introspections: { unit: 'introspection fields', advice: 'Select __schema once, and without aliases.' },
  depth: { unit: 'levels of fields', advice: 'Ask for the inner objects in a query of their own.' },
  fields: { unit: 'fields, fragments expanded', advice: 'Ask for fewer fields, or split the query.' },
  valueDepth: { unit: 'levels in a literal value', advice: 'Nest it less.' },
  cost: {
    unit: 'points of cost (one, and a hundredth for each object of its lists, by their page sizes)',
    advice: 'Ask for fewer lists, or for smaller pages with "first".',
  },
};

/** The QUERY_TOO_COMPLEX error of a query: the count found, the limit, and advice. */
export function queryTooComplexError(
  measure: LimitedMeasure,
  found: number,
  limit: number,
  nodes: readonly ASTNode[],
): GraphQLError {
  const { unit, advice } = measures[measure];
  const failure = new CatalogError('QUERY_TOO_COMPLEX', { found, measure: unit, limit, advice });
  return new GraphQLError(failure.message, {
    nodes,
    originalError: failure,
    extensions: { code: failure.code, http: { status: 400 } },
  });
}

/** The size of a selection set, fragments expanded. */
interface SelectionSize {
  /** The number of fields directly in the selection set. */
  readonly width: number;
  /** The number of fields that read the schema, and of aliases inside of such fields, which read parts of the schema again. */
  readonly introspections: number;
  /** The number of fields with an alias, at all levels. */
  readonly aliases: number;
  /** The number of levels of fields. */
  readonly depth: number;
  /** The number of fields at all levels. */
  readonly fields: number;
}

/** Whether a field reads the schema, as `_service` of a subgraph does; `__typename` does not. */
const readsSchema = ({ name: { value } }: FieldNode): boolean =>
  value === '__schema' || value === '__type' || value === '_service';

const emptySize: SelectionSize = Object.freeze({ width: 0, introspections: 0, aliases: 0, depth: 0, fields: 0 });

/** The size of two selections in one selection set. */
const addSizes = (left: SelectionSize, right: SelectionSize): SelectionSize => ({
  width: left.width + right.width,
  introspections: left.introspections + right.introspections,
  aliases: left.aliases + right.aliases,
  depth: Math.max(left.depth, right.depth),
  fields: left.fields + right.fields,
});

/**
 * Returns a function that measures the selection sets of a document. Each fragment is measured once, so the measurement takes linear time. A
 * fragment inside itself counts as empty.
 */
export function sizeOfSelections(fragmentNamed: (name: string) => FragmentDefinitionNode | null | undefined) {
  const sizeByFragment = new Map<string, SelectionSize>();

  const sizeOfSet = (set: SelectionSetNode | undefined): SelectionSize =>
    set ? set.selections.map(sizeOfSelection).reduce(addSizes, emptySize) : emptySize;

  function sizeOfFragment(name: string): SelectionSize {
    const measured = sizeByFragment.get(name);
    if (measured) return measured;
    sizeByFragment.set(name, emptySize);
    const size = sizeOfSet(fragmentNamed(name)?.selectionSet);
    sizeByFragment.set(name, size);
    return size;
  }

  function sizeOfSelection(selection: SelectionNode): SelectionSize {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return sizeOfFragment(selection.name.value);
    const inner = sizeOfSet(selection.selectionSet);
    if (selection.kind === Kind.INLINE_FRAGMENT) return inner;
    // `ofType` adds no level, because the standard introspection query nests nine of them.
    const level = selection.name.value === 'ofType' ? 0 : 1;
    const introspections = readsSchema(selection) ? 1 + inner.aliases : inner.introspections;
    const aliases = inner.aliases + (selection.alias ? 1 : 0);
    return { width: 1, introspections, aliases, depth: level + inner.depth, fields: 1 + inner.fields };
  }

  return sizeOfSet;
}
