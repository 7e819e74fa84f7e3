import { BREAK, visit, type DocumentNode } from 'graphql';
import { readsSchema } from './size-of-selections.ts';

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
