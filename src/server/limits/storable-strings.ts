import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';
import { CatalogError } from '../../kernel/fail.ts';

/** Validation rule: strings in a document contain no NUL and no unpaired surrogate, which the database cannot store. */
export const storableStrings = (context: ValidationContext): ASTVisitor => ({
  StringValue(node) {
    if (!node.value.includes('\0') && node.value.isWellFormed()) return;
    const failure = new CatalogError('INVALID_INPUT', {
      reason: 'NUL characters and lone surrogates are not allowed.',
    });
    context.reportError(new GraphQLError(failure.message, { nodes: node, originalError: failure }));
  },
});
