import { fail } from '#kernel/fail.ts';
import {
  CreateApiKeyDocument,
  FindApiKeyByTextDocument,
  ListKeysDocument,
  RetrieveApiKeyDocument,
  RevokeApiKeyDocument,
  UpdateApiKeyDocument,
} from '#rest/generated/operations.ts';
import { fromBody, fromExpand, fromPath, pageVariables } from '#rest/request/request-value.ts';
import {
  addOptionalProperties,
  type BodyMapping,
  composeObject,
  omit,
  propertyAt,
  renameShape,
  requiredProperty,
  shapeAt,
  withProperties,
  withProperty,
} from '#rest/responders/body-mapping.ts';
import { createdObject, object, page } from '#rest/responders/responders.ts';
import { customRoute, type Route, route } from '#rest/route.ts';

/** Fails LIMITED_KEY for a key that is limited to datasets: it acts for no one here. */
const check = ({ viewer }: { readonly viewer: object | null }): void => {
  if (!viewer) fail('LIMITED_KEY');
};

const listKeys = route(ListKeysDocument, {
  operationId: 'ListApiKeys',
  method: 'GET',
  path: '/apikeys/',
  variables: pageVariables,
  respond: page('viewer.keys', { check }),
});

/** A key as the operation selects it. */
interface SelectedKey {
  readonly user?: unknown;
  readonly account?: object | null | undefined;
}

/** The body of a key, with the whole user where `expand` names it. */
const expandedKey: BodyMapping<SelectedKey> = {
  appliesTo: ({ query }) => query['expand'] !== undefined,
  value: ({ account, ...key }) => ({ ...key, ...(account && { user: account }) }),
  shape(shape) {
    const account = shapeAt(shape, 'account');
    const withUser = withProperty(shape, 'user', (property) => ({
      ...property,
      shape: renameShape(addOptionalProperties(account, property.shape), 'ExpandedUser'),
    }));
    return renameShape(omit('account').shape(withUser), 'ExpandedApiKey');
  },
};

/** The body of a new key: the key with its text, which no other answer has. */
const createdKey: BodyMapping<{ readonly apiKey: object | null; readonly secret: string }> = {
  value: ({ apiKey, secret }) => apiKey && { ...apiKey, key: secret },
  shape: (shape) =>
    renameShape(
      withProperties(shapeAt(shape, 'apiKey'), (properties) => [...properties, ['key', propertyAt(shape, 'secret')]]),
      'CreatedApiKey',
    ),
};

const retrieveKey = route(RetrieveApiKeyDocument, {
  method: 'GET',
  path: '/apikeys/{apikey_uid}/',
  variables: { apikey_uid: fromPath('apikey_uid'), expand_user: fromExpand('user') },
  respond: object('apiKey', { body: expandedKey }),
});

/** A change of a key that the caller sees: a key that is limited to datasets sees none, and revokes only itself in the graph. */
const ofSeenKey = (change: Route): Route => ({
  ...change,
  needs: { target: retrieveKey },
  async respond(execute, input, failureOf) {
    await retrieveKey.respond(execute, { ...input, query: {} }, failureOf);
    return change.respond(execute, input, failureOf);
  },
});

/** API keys of the caller, and with `edit_domain` of others (docs/contract/administration.md 5). */
export const apiKeyRoutes = [
  listKeys,
  route(CreateApiKeyDocument, {
    method: 'POST',
    path: '/apikeys/',
    needs: { target: listKeys },
    variables: { input: { label: fromBody('label'), permissions: fromBody('permissions') } },
    respond: createdObject('createApiKey', { body: createdKey }),
  }),
  retrieveKey,
  ofSeenKey(
    route(UpdateApiKeyDocument, {
      method: 'PUT',
      path: '/apikeys/{apikey_uid}/',
      variables: {
        input: { uid: fromPath('apikey_uid'), label: fromBody('label'), permissions: fromBody('permissions') },
      },
      respond: object('updateApiKey.apiKey'),
    }),
  ),
  ofSeenKey(
    route(RevokeApiKeyDocument, {
      method: 'POST',
      path: '/apikeys/{apikey_uid}/revoke/',
      variables: { input: { uid: fromPath('apikey_uid'), reason: fromBody('reason') } },
      respond: object('revokeApiKey.apiKey'),
    }),
  ),
  customRoute(FindApiKeyByTextDocument, {
    operationId: 'SearchApiKey',
    method: 'POST',
    path: '/apikeys/search_key/',
    needs: { rights: ['administer'] },
    variables: { key: fromBody('key') },
    async respond(execute, _input, variables) {
      const { apiKeyByText: result } = (await execute(FindApiKeyByTextDocument, variables)).data;
      return { status: 200, body: { found: result !== null, result } };
    },
    describeResponse: (data) => ({
      status: 200,
      hasETag: false,
      content: {
        json: composeObject('ApiKeySearch', {
          // a boolean, as this one is
          found: requiredProperty(shapeAt(data, 'apiKeyByText.is_revoked')),
          result: { ...propertyAt(data, 'apiKeyByText'), isNullable: true },
        }),
      },
    }),
  }),
];
