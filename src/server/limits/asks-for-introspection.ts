import { BREAK, visit, type DocumentNode } from 'graphql';

/** Whether a document reads the schema: `__schema` or `__type` anywhere, fragments included. `__typename` does not. */
export function asksForIntrospection(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field({ name }) {
      if (name.value !== '__schema' && name.value !== '__type') return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}
