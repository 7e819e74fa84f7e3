import { Kind, type ASTNode, type ValidationContext, type ValidationRule } from 'graphql';
import { limits, type Limits } from './limits.ts';
import { sizeOfSelections } from './size-of-selections.ts';
import { tooComplex, type Measure } from './too-complex.ts';

/**
 * The limits that hold for a document whatever its variables are, as validation rules. Failures are reported, never
 * thrown: a server answers a thrown one with 500.
 */
export function limitRules(allowed: Limits = limits): readonly ValidationRule[] {
  const reporterIn = (context: ValidationContext) => (measure: Measure, found: number, node: ASTNode) => {
    if (found > allowed[measure]) context.reportError(tooComplex(measure, found, allowed[measure], [node]));
  };

  const limitOperations: ValidationRule = (context) => {
    const check = reporterIn(context);
    return {
      Document(document) {
        const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
        check('operations', operations.length, document);
      },
    };
  };

  const limitDirectives: ValidationRule = (context) => {
    const check = reporterIn(context);
    let directives = 0;
    return {
      Directive: () => { directives += 1; },
      Document: { leave: (document) => check('directives', directives, document) },
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
        const { width, depth, fields } = sizeOf(operation.selectionSet);
        check('rootFields', width, operation);
        check('depth', depth, operation);
        check('fields', fields, operation);
      },
    };
  };

  return [limitOperations, limitDirectives, limitAliases, limitSize];
}
