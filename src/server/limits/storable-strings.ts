import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';
import { CatalogError } from '../../kernel/fail.ts';

/** The validation rule that texts written into a document are such as a database keeps: without NUL and half surrogate pairs. */
export const storableStrings = (context: ValidationContext): ASTVisitor => ({
  StringValue(node) {
    if (!node.value.includes('\0') && node.value.isWellFormed()) return;
    const failure = new CatalogError('INVALID_INPUT', {
      reason: 'Leave out NUL characters and halves of surrogate pairs.',
    });
    context.reportError(new GraphQLError(failure.message, { nodes: node, originalError: failure }));
  },
});
