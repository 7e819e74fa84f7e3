import { ListGlossaryTermsDocument, RetrieveGlossaryTermDocument } from '#rest/generated/operations.ts';
import { constant, fromPath, fromQuery, parseBoolean } from '#rest/request/request-value.ts';
import { list, object } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

const include_description = fromQuery('include_description', { parse: parseBoolean, default: true });

const retrieveTerm = route(RetrieveGlossaryTermDocument, {
  method: 'GET',
  path: '/glossary/{uid}/',
  isPublic: true,
  variables: { uid: fromPath('uid'), include_description: constant(false) },
  respond: object('glossaryTerm'),
});

/** The glossary of the portal (docs/contract/rest.md 3, Glossary). */
export const glossaryRoutes = [
  route(ListGlossaryTermsDocument, {
    method: 'GET',
    path: '/glossary/',
    isPublic: true,
    variables: { search: fromQuery('search'), include_description },
    respond: list('glossaryTerms.nodes'),
  }),
  route(RetrieveGlossaryTermDocument, {
    method: 'GET',
    path: '/glossary/{uid}/',
    isPublic: true,
    needs: { target: retrieveTerm },
    variables: { uid: fromPath('uid'), include_description },
    respond: object('glossaryTerm'),
  }),
];
