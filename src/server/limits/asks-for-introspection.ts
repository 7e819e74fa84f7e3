import { BREAK, visit, type DocumentNode } from 'graphql';
import { readsSchema } from './size-of-selections.ts';

/** Whether a document reads the schema: `__schema` or `__type` anywhere, fragments included. `__typename` does not. */
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
