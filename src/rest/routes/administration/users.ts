import { fail, failFields } from '#kernel/fail.ts';
import { bulkRoute } from '#rest/bulk-route.ts';
import {
  DeleteUserDocument,
  ExportUsersDocument,
  type ExportUsersQuery,
  InviteUserDocument,
  ListUsersDocument,
  ProvisionUserDocument,
  RetrieveUserDocument,
  UpdateUserDocument,
} from '#rest/generated/operations.ts';
import {
  constant,
  fromBody,
  fromExpand,
  fromPath,
  fromQuery,
  fromQueryList,
  fromSort,
  pageVariables,
  type RestInput,
} from '#rest/request/request-value.ts';
import {
  type BodyMapping,
  type BodyShape,
  omit,
  renameShape,
  shapeAt,
  withProperties,
  withProperty,
} from '#rest/responders/body-mapping.ts';
import { csvDescription, csvResponse } from '#rest/responders/file.ts';
import { noContent, object, page } from '#rest/responders/responders.ts';
import { customRoute, route } from '#rest/route.ts';

const administer = { rights: ['administer'] } as const;

const itemsOf = (shape: BodyShape): BodyShape => (shape.kind === 'list' ? shape.items : shape);

/** The groups in full in place of their uids, where the request expands them. */
const expandedGroups: BodyMapping<object> = {
  appliesTo: ({ query }: RestInput) =>
    [query['expand'] ?? []].flat().some((names) => names.split(',').includes('groups')),
  value({ expanded, ...user }: { readonly expanded?: { readonly nodes: readonly object[] } }) {
    return { ...user, ...(expanded && { groups: expanded.nodes }) };
  },
  shape(shape) {
    const inFull = renameShape(itemsOf(shapeAt(shape, 'expanded.nodes')), 'GroupOfUser');
    const items = withProperties(inFull, (properties) =>
      [...properties].map(([name, property]) => [name, { ...property, isOptional: name !== 'uid' }]),
    );
    const groups = withProperty(shape, 'groups', (property) => ({ ...property, shape: { kind: 'list', items } }));
    return renameShape(omit('expanded').shape(groups), 'UserInFull');
  },
};

const retrieveUser = route(RetrieveUserDocument, {
  method: 'GET',
  path: '/users/{username}/',
  needs: { hidesObject: true },
  variables: { username: fromPath('username'), expand_groups: fromExpand('groups') },
  respond: object('user', { body: expandedGroups }),
});

/** Groups are objects with a uid; clients also send the uids alone. */
const groupsForm = {
  parse: (value: unknown): unknown =>
    Array.isArray(value) ? value.map((group: unknown) => (typeof group === 'string' ? { uid: group } : group)) : value,
  differs: 'textsToo',
} as const;

/** Where the fields come from that every body of a user may have. */
const userFields = {
  firstName: fromBody('first_name'),
  lastName: fromBody('last_name'),
  email: fromBody('email'),
  permissions: fromBody('permissions'),
  groups: fromBody('groups', groupsForm),
  exploreLimits: fromBody('explore_limits'),
};

const columns = ['username', 'last_name', 'first_name', 'email', 'date_joined', 'last_seen', 'groups', 'permissions'];

/** How many users are in memory at a time. */
const exportPageSize = 500;

type ReadPage = (after: string | null) => Promise<ExportUsersQuery>;

async function* linesOf(first: ExportUsersQuery, readPage: ReadPage) {
  for (let read = first; ;) {
    yield (read.users?.nodes ?? []).map((user) => [
      user.username,
      user.lastName,
      user.firstName,
      user.email,
      exportedTime(user.createdAt),
      exportedTime(user.lastSeenAt),
      user.groupTitles.join(';'),
      user.permissionNames.join(';'),
    ]);
    const { hasNextPage = false, endCursor = null } = read.users?.pageInfo ?? {};
    if (!hasNextPage) return;
    read = await readPage(endCursor);
  }
}

/** `2022-08-19T11:43:58Z` as exports write it: `2022-08-19 11:43:58+00:00`. */
const exportedTime = (time: string | null): string => time?.replace('T', ' ').replace('Z', '+00:00') ?? '';

/** The delimiter of an export. Fails INVALID_INPUT for what is no character that separates. */
function delimiterOf({ query: { delimiter = ',' } }: RestInput): string {
  if (typeof delimiter !== 'string' || !/^[^"\0\r\n]$/u.test(delimiter))
    return failFields({ delimiter: ['Give one character, other than a quotation mark and a line break.'] });
  return delimiter;
}

const exportUsers = customRoute(ExportUsersDocument, {
  method: 'GET',
  path: '/users/export/',
  needs: administer,
  variables: { first: constant(exportPageSize), after: constant(null) },
  describeResponse: () => csvDescription,
  respond: async (execute, input, variables) => {
    const readPage: ReadPage = async (after) => (await execute(ExportUsersDocument, { ...variables, after })).data;
    const delimiter = delimiterOf(input);
    const first = await readPage(null);
    if (!first.users) return fail('NOT_FOUND');
    return csvResponse({ filename: 'users.csv', columns, rows: linesOf(first, readPage), delimiter });
  },
});

/** The users of the portal (docs/contract/administration.md 7). */
export const userRoutes = [
  route(ListUsersDocument, {
    method: 'GET',
    path: '/users/',
    needs: administer,
    variables: {
      ...pageVariables,
      search: fromQuery('search'),
      permissions: fromQueryList('permissions'),
      all_permissions: fromQueryList('all_permissions'),
      order_by: fromSort(
        {
          username: 'USERNAME',
          first_name: 'FIRST_NAME',
          last_name: 'LAST_NAME',
          last_seen_at: 'LAST_SEEN_AT',
        },
        { default: 'username', isList: true },
      ),
    },
    respond: page('users'),
  }),
  exportUsers,
  bulkRoute(InviteUserDocument, {
    operationId: 'InviteUsers',
    method: 'POST',
    path: '/users/invite/',
    needs: administer,
    variables: { input: { ...userFields, username: fromBody('username') } },
    respond: object('inviteUser.user'),
  }),
  bulkRoute(ProvisionUserDocument, {
    operationId: 'ProvisionUsers',
    method: 'POST',
    path: '/users/provision/',
    needs: administer,
    variables: {
      input: {
        ...userFields,
        username: fromBody('username'),
        identityProvider: fromBody('identity_provider'),
        identityProviderAttributes: fromBody('identity_provider_attributes'),
      },
    },
    respond: object('provisionUser.user'),
  }),
  retrieveUser,
  route(UpdateUserDocument, {
    method: 'PUT',
    path: '/users/{username}/',
    needs: { target: retrieveUser, hidesObject: true },
    variables: { input: { ...userFields, username: fromPath('username'), sameUsername: fromBody('username') } },
    respond: object('updateUser.user'),
  }),
  route(DeleteUserDocument, {
    method: 'DELETE',
    path: '/users/{username}/',
    needs: { target: retrieveUser, hidesObject: true },
    variables: { input: { username: fromPath('username') } },
    respond: noContent(),
  }),
];
