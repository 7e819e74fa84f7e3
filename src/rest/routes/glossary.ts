import { ListGlossaryTermsDocument, RetrieveGlossaryTermDocument } from '../generated/operations.ts';
import { array, one } from '../responders/responders.ts';
import type { RestInput } from '../rest-input.ts';
import { route } from '../route.ts';
import { boolean } from '../wire-values.ts';

const descriptionVariable = ({ query: { include_description = 'true' } }: RestInput) => ({
  include_description: boolean(include_description),
});

const term = route({
  method: 'GET',
  path: '/glossary/{uid}/',
  operation: RetrieveGlossaryTermDocument,
  variables: ({ path }) => ({ uid: path['uid'], include_description: false }),
  respond: one(({ glossaryTerm }) => glossaryTerm),
});

/** What words mean on the portal (docs/contract/rest.md 3, Glossary). */
export const glossaryRoutes = [
  route({
    method: 'GET',
    path: '/glossary/',
    operation: ListGlossaryTermsDocument,
    variables: (input) => ({ search: input.query['search'], ...descriptionVariable(input) }),
    respond: array(({ glossaryTerms }) => glossaryTerms.nodes),
  }),
  route({
    method: 'GET',
    path: '/glossary/{uid}/',
    operation: RetrieveGlossaryTermDocument,
    part: term,
    variables: (input) => ({ uid: input.path['uid'], ...descriptionVariable(input) }),
    respond: one(({ glossaryTerm }) => glossaryTerm),
  }),
];
