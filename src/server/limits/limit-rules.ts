import { Kind, type ASTNode, type DirectiveNode, type ValidationContext, type ValidationRule } from 'graphql';
import { limits, type Limits } from './limits.ts';
import { sizeOfSelections } from './size-of-selections.ts';
import { queryTooComplexError, type LimitedMeasure } from './query-too-complex.ts';

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
