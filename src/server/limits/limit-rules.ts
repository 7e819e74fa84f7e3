import { Kind, type ASTNode, type DirectiveNode, type ValidationContext, type ValidationRule } from 'graphql';
import { limits, type Limits } from './limits.ts';
import { sizeOfSelections } from './size-of-selections.ts';
import { tooComplex, type Measure } from './too-complex.ts';

/**
 * The limits that hold for a document whatever its variables are, as validation rules that cost time in proportion to its
 * length. Failures are reported, never thrown: a server answers a thrown one with 500.
 */
export function limitRules(allowed: Limits = limits): readonly ValidationRule[] {
  const reporterIn = (context: ValidationContext) => (measure: Measure, found: number, node: ASTNode) => {
    if (found > allowed[measure]) context.reportError(tooComplex(measure, found, allowed[measure], [node]));
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
    let mostRepeated = 0;
    return {
      enter(node) {
        if (!('directives' in node)) return;
        directives += node.directives.length;
        mostRepeated = Math.max(mostRepeated, repetitionsIn(context, node.directives));
      },
      Document: {
        leave(document) {
          check('directives', directives, document);
          check('repetitions', mostRepeated, document);
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
        const ofField = aliases.get(name.value) ?? new Set();
        aliases.set(name.value, ofField.add(alias.value));
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
    let deepest = 0;
    const level = {
      enter: () => {
        deepest = Math.max(deepest, (depth += 1));
      },
      leave: () => {
        depth -= 1;
      },
    };
    return {
      ListValue: level,
      ObjectValue: level,
      Document: { leave: (document) => check('valueDepth', deepest, document) },
    };
  };

  return [limitDocument, limitDirectives, limitAliases, limitSize, limitValues];
}

/** How often the same directive stands at one place at most, of those that may stand there once. */
function repetitionsIn(context: ValidationContext, directives: readonly DirectiveNode[]): number {
  const counts = new Map<string, number>();
  for (const {
    name: { value },
  } of directives) {
    if (!context.getSchema().getDirective(value)?.isRepeatable) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
