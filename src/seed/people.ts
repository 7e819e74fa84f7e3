import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { RequestContext } from '#api/context.ts';
import { domainPermissions } from '#api/session.ts';
import { CommandError } from '#cli/exit-codes.ts';
import { fromYaml } from '#cli/files/yaml.ts';
import { DatasetEntity } from '#datasets/index.ts';
import { FeedbackEntity } from '#feedback/index.ts';
import { GroupEntity, MembershipEntity, UserEntity } from '#identity/index.ts';
import { newUid } from '#kernel/ids.ts';
import type { Json } from '#kernel/json.ts';
import { administrator } from './seed-administrator.ts';

/** The file at the root of a folder that SEED alone reads: what the files of a portal do not hold. An export does not write it. */
const peopleFile = 'people.yaml';

const user = z.strictObject({
  username: z
    .string()
    .regex(/^(?=.*[\p{L}\p{N}])[\p{L}\p{N}._@+-]{1,150}$/u, 'Use letters, digits and . _ @ + -')
    .refine((name) => name !== administrator, `The user ${administrator} already exists.`),
  permissions: z.array(z.enum(domainPermissions)).default([]),
  /** The uids of groups in `groups/`. */
  groups: z.array(z.string()).default([]),
});

const feedback = z.strictObject({
  datasetId: z.string(),
  user: z.string(),
  /** The record that the feedback concerns. Without it, the feedback suggests a new record. */
  recordId: z.string().max(250).default(''),
  comment: z.string().trim().min(1).max(10_000),
  /** The suggested value and the type, by field. */
  values: z
    .record(z.string(), z.strictObject({ value: z.json().transform((value) => value as Json), type: z.string() }))
    .default({}),
  isArchived: z.boolean().default(false),
});

/** Users, without keys and passwords, and their feedback, the oldest first. */
const peopleDocument = z.strictObject({ users: z.array(user).default([]), feedback: z.array(feedback).default([]) });

/** What a folder has in people.yaml. */
export type People = z.output<typeof peopleDocument>;

/** The identities of the items of the other files, by noun. */
type SeededKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads people.yaml, which a folder may leave out. Fails with the file and all places that are invalid. */
export async function readPeople(folder: string, keys: SeededKeys): Promise<People> {
  const text = await readFile(join(folder, peopleFile), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
    throw error;
  });
  const read = peopleDocument
    .superRefine((people, ctx) => {
      checkReferences(people, keys, ctx);
    })
    .safeParse(fromYaml(text, peopleFile) ?? {});
  if (!read.success) throw new CommandError(`${peopleFile} is invalid:\n${z.prettifyError(read.error)}`);
  return read.data;
}

function checkReferences(
  { users, feedback }: People,
  keys: SeededKeys,
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const report = (message: string, ...path: readonly (string | number)[]) => {
    addIssue({ code: 'custom', message, path: [...path] });
  };
  const hasItem = (noun: string, key: string) => keys.get(noun)?.has(key) ?? false;
  const usernames = new Set<string>();
  users.forEach(({ username, groups: uids }, index) => {
    if (usernames.has(username)) report(`${username} occurs twice.`, 'users', index, 'username');
    usernames.add(username);
    uids.forEach((uid, nth) => {
      const path = ['users', index, 'groups', nth];
      if (uids.indexOf(uid) < nth) report(`${uid} occurs twice.`, ...path);
      else if (!hasItem('groups', uid)) report(`No file in groups/ has the uid ${uid}.`, ...path);
    });
  });
  feedback.forEach(({ datasetId, user }, index) => {
    if (!hasItem('datasets', datasetId))
      report(`No file in datasets/ has the identifier ${datasetId}.`, 'feedback', index, 'datasetId');
    if (user !== administrator && !usernames.has(user))
      report(`There is no user ${user} in this file.`, 'feedback', index, 'user');
  });
}

/** Creates the users that are not there yet: rulesets in the files name them. */
export async function createUsers({ em, app }: RequestContext, { users }: People): Promise<void> {
  const createdAt = app.clock.now();
  for (const { username, permissions } of users)
    if (!(await em.findOne(UserEntity, { username })))
      em.create(UserEntity, { username, permissions, isActive: true, createdAt });
  await em.flush();
}

/**
 * Creates memberships and feedback, once the files are applied. Returns a message for each of which the group or the dataset is not there. The
 * rows of the feedback are written directly, because a draft accepts no feedback; they are one second apart, in the order of the file.
 */
export async function createMembershipsAndFeedback(
  { em, app }: RequestContext,
  { users, feedback }: People,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const { username, groups } of users)
    for (const uid of groups) {
      const group = await em.findOne(GroupEntity, { uid });
      if (group) em.create(MembershipEntity, { user: em.getReference(UserEntity, username), group });
      else missing.push(`${username} is no member of the group ${uid}, which is not there.`);
    }
  const now = app.clock.now().getTime();
  for (const [index, { datasetId, user, ...rest }] of feedback.entries()) {
    const dataset = await em.findOne(DatasetEntity, { datasetId });
    if (!dataset) {
      missing.push(`The feedback ${index + 1} is left out: the dataset ${datasetId} is not there.`);
      continue;
    }
    em.create(FeedbackEntity, {
      ...rest,
      uid: newUid('feedback'),
      dataset,
      user: em.getReference(UserEntity, user),
      createdAt: new Date(now - (feedback.length - index) * 1_000),
    });
  }
  await em.flush();
  return missing;
}
