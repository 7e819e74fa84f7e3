import { z } from 'zod';
import {
  CreateGroupDocument,
  DeleteGroupDocument,
  ExportGroupsDocument,
  UpdateGroupDocument,
} from '../generated/operations.ts';
import { documentNoun } from './document-noun.ts';
import { pages } from './pages.ts';

const groupDocument = z.strictObject({
  uid: z.string().describe('The identity of the group, which rulesets name.'),
  title: z.string(),
  description: z.string().default(''),
  permissions: z.array(z.string()).default([]).describe('The rights of the members in the domain.'),
  exploreLimits: z
    .strictObject({ apiCalls: z.strictObject({ unit: z.string(), limit: z.int() }).nullable() })
    .default({ apiCalls: null })
    .describe('How often a member may call the APIs.'),
});

/** Groups, without their members: users are not kept in files. */
export const groupNoun = documentNoun({
  name: 'groups',
  rights: [['administer']],
  schema: groupDocument,
  keyOf: ({ uid }) => uid,
  read: (client) => pages(async (after) => (await client.send(ExportGroupsDocument, { after })).groups),
  write: ({ uid, title, description, permissions, exploreLimits }) => ({
    uid,
    title,
    description,
    permissions: permissions.toSorted(),
    exploreLimits,
  }),
  create: (client, input) => client.send(CreateGroupDocument, { input }),
  update: (client, _group, input) => client.send(UpdateGroupDocument, { input }),
  remove: (client, { uid }) => client.send(DeleteGroupDocument, { input: { uid } }),
});
