import { fail } from '#kernel/fail.ts';
import { bulkRoute } from '#rest/bulk-route.ts';
import {
  AddGroupMembersDocument,
  type AddGroupMembersMutation,
  CreateGroupDocument,
  DeleteGroupDocument,
  RetrieveGroupReferencesDocument,
  ListGroupsDocument,
  ListGroupUsersDocument,
  RemoveGroupMembersDocument,
  RetrieveGroupDocument,
  UpdateGroupDocument,
} from '#rest/generated/operations.ts';
import { fromBody, fromPath, fromQuery, fromQueryList, fromSort, pageVariables } from '#rest/request/request-value.ts';
import { type BodyMapping, propertyAt, shapeAt } from '#rest/responders/body-mapping.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { customRoute, route } from '#rest/route.ts';

const administer = { rights: ['administer'] } as const;

const retrieveGroup = route(RetrieveGroupDocument, {
  method: 'GET',
  path: '/groups/{group_uid}/',
  needs: { hidesObject: true },
  variables: { group_uid: fromPath('group_uid') },
  respond: object('group'),
});

const ofGroup = { target: retrieveGroup, hidesObject: true } as const;

/** Where the fields come from that every body of a group may have. */
const groupFields = {
  title: fromBody('title'),
  description: fromBody('description'),
  permissions: fromBody('permissions'),
  exploreLimits: fromBody('explore_limits'),
};

/** The one user whom a body adds to a group. */
const newMember = {
  uid: fromPath('group_uid'),
  usernames: fromBody('username', {
    parse: (username) => (username === null ? null : [username]),
    differs: 'oneItem',
  }),
};

/** The one member whom the mutation added. */
const addedMember: BodyMapping<NonNullable<AddGroupMembersMutation['addGroupMembers']>> = {
  value: ({ memberEdges }) => memberEdges?.[0]?.node,
  shape(shape) {
    const edges = shapeAt(shape, 'memberEdges');
    return edges.kind === 'list' ? propertyAt(edges.items, 'node').shape : edges;
  },
};

const member = { path: '/groups/{group_uid}/users/', variables: { input: newMember }, needs: ofGroup } as const;

/** The groups of the portal and their members (docs/contract/administration.md 8). */
export const groupRoutes = [
  route(ListGroupsDocument, {
    method: 'GET',
    path: '/groups/',
    needs: administer,
    variables: {
      ...pageVariables,
      search: fromQuery('search'),
      permissions: fromQueryList('permissions'),
      order_by: fromSort({
        created_at: 'CREATED_AT',
        updated_at: 'UPDATED_AT',
        created_by__username: 'CREATED_BY',
        updated_by__username: 'UPDATED_BY',
        user_count: 'USER_COUNT',
        group__title: 'TITLE',
      }),
    },
    respond: page('groups'),
  }),
  route(CreateGroupDocument, {
    method: 'POST',
    path: '/groups/',
    needs: administer,
    variables: { input: groupFields },
    respond: createdObject('createGroup.group'),
  }),
  retrieveGroup,
  route(UpdateGroupDocument, {
    method: 'PUT',
    path: '/groups/{group_uid}/',
    needs: ofGroup,
    variables: { input: { uid: fromPath('group_uid'), ...groupFields } },
    respond: object('updateGroup.group'),
  }),
  route(DeleteGroupDocument, {
    method: 'DELETE',
    path: '/groups/{group_uid}/',
    needs: ofGroup,
    variables: { input: { uid: fromPath('group_uid') } },
    respond: noContent(),
  }),
  route(ListGroupUsersDocument, {
    method: 'GET',
    path: '/groups/{group_uid}/users/',
    needs: ofGroup,
    variables: { group_uid: fromPath('group_uid'), ...pageVariables },
    respond: page('group.members'),
  }),
  route(AddGroupMembersDocument, {
    ...member,
    operationId: 'AddUserToGroup',
    method: 'POST',
    respond: createdObject('addGroupMembers', { body: addedMember }),
  }),
  bulkRoute(AddGroupMembersDocument, {
    ...member,
    operationId: 'AddUsersToGroup',
    method: 'POST',
    path: '/groups/{group_uid}/users/batch/',
    respond: object('addGroupMembers', { body: addedMember }),
  }),
  customRoute(RemoveGroupMembersDocument, {
    operationId: 'RemoveUserFromGroup',
    method: 'DELETE',
    path: '/groups/{group_uid}/users/{username}/',
    needs: ofGroup,
    variables: {
      input: { uid: fromPath('group_uid'), usernames: fromPath('username') },
    },
    describeResponse: () => ({ status: 204, hasETag: false, content: 'none' }),
    respond: async (execute, { path: { username = '', group_uid = '' } }) => {
      const { user } = (await execute(RetrieveGroupReferencesDocument, { username })).data;
      if (!user?.groupReferences.some(({ uid }) => uid === group_uid)) fail('NOT_FOUND');
      await execute(RemoveGroupMembersDocument, { input: { uid: group_uid, usernames: [username] } });
      return { status: 204 };
    },
  }),
];
