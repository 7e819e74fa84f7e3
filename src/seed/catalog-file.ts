import { z } from 'zod';
import { domainPermissions, rulesetPermissions } from '#api/session.ts';
import type { Json, JsonObject } from '#kernel/json.ts';
import { administrator } from './seed-administrator.ts';

const jsonMap = z.record(z.string(), z.json()).transform((map) => map as JsonObject);
const permissions = z.array(z.enum(domainPermissions)).default([]);

const group = z.strictObject({
  uid: z
    .string()
    .regex(
      /^(?=.{1,150}$)[a-z0-9]+([_-][a-z0-9]+)*$/,
      'Use lower-case letters, digits, and single underscores or hyphens between them.',
    ),
  title: z.string().trim().min(1).max(200),
  permissions,
});

const apiKey = z.strictObject({
  label: z.string().max(200).default(''),
  /** The text of the key. Default: a generated key, which is printed once. */
  text: z
    .string()
    .regex(/^[\x21-\x7e]{8,}$/, 'Use 8 or more visible ASCII characters without spaces.')
    .optional(),
  /** The scopes of the key. Default: all rights of its owner. */
  permissions: z.array(z.enum(domainPermissions)).optional(),
});

const user = z.strictObject({
  username: z
    .string()
    .regex(/^(?=.*[\p{L}\p{N}])[\p{L}\p{N}._@+-]{1,150}$/u, 'Use letters, digits and . _ @ + -')
    .refine((name) => name !== administrator, `The user ${administrator} already exists.`),
  permissions,
  groups: z.array(z.string()).default([]),
  apiKeys: z.array(apiKey).default([]),
});

const security = z.strictObject({
  isDataVisible: z.boolean().exactOptional(),
  visibleFields: z.array(z.string()).nullable().exactOptional(),
  filterQuery: z.string().exactOptional(),
  apiCallsQuota: z
    .strictObject({ unit: z.enum(['second', 'minute', 'hour', 'day', 'month']), limit: z.int().min(0) })
    .nullable()
    .exactOptional(),
});

const ruleset = z
  .strictObject({
    user: z.string().optional(),
    group: z.string().optional(),
    permissions: z.array(z.enum(rulesetPermissions)).default([]),
    security: security.optional(),
  })
  .refine(({ user, group }) => (user === undefined) !== (group === undefined), 'Name either a user or a group.');

/** A file of the catalog: by its path relative to the catalog file, or by its content. */
const givenFile = z.union(
  [z.strictObject({ path: z.string() }), z.strictObject({ name: z.string().min(1), content: z.string() })],
  'Give the file by its path, or by name and content.',
);

const feedback = z.strictObject({
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

const resource = z
  .strictObject({
    title: z.string().min(1),
    type: z.string(),
    params: jsonMap.optional(),
    /** A file to upload. */
    file: givenFile.optional(),
    /** Any other datasource, as a DatasourceInput of the graph. */
    datasource: jsonMap.optional(),
  })
  .refine(
    ({ file, datasource }) => file === undefined || datasource === undefined,
    'Give either a file or a datasource.',
  );

const dataset = z.strictObject({
  uid: z
    .string()
    .regex(/^da_[a-z0-9]{6}$/, 'Use da_ and six lower-case letters or digits.')
    .optional(),
  datasetId: z
    .string()
    .regex(/^[\p{L}\p{N}_@.-]{1,200}$/u, 'Use 1 to 200 letters, digits, dots, hyphens, underscores or at signs.'),
  /** The metadata: objects `{ value }` by template and field. */
  metadata: jsonMap.default({}),
  isRestricted: z.boolean().default(false),
  defaultSecurity: security.optional(),
  /** The username of the creator. Default: the administrator. */
  createdBy: z.string().default(administrator),
  rulesets: z.array(ruleset).default([]),
  resources: z.array(resource).default([]),
  processors: z
    .array(z.strictObject({ type: z.string(), label: z.string().optional(), params: jsonMap.optional() }))
    .default([]),
  attachments: z.array(givenFile).default([]),
  isFeedbackEnabled: z.boolean().default(false),
  /** Feedback, the oldest first. */
  feedbacks: z.array(feedback).default([]),
  published: z.boolean().default(false),
});

/** An asset of the portal: CreateAssetInput of the graph, and the name by which relations in this file refer to it. */
const asset = z
  .looseObject({ name: z.string().min(1) })
  .transform(({ name, ...input }) => ({ name, input: input as JsonObject }));

/** A relation between assets, by the identifiers of datasets or the names of assets. */
const relation = z.strictObject({ source: z.string(), use: z.string(), relationType: z.string() });

/** An input of the graph, and whether to publish the created object. */
const publishable = z
  .looseObject({ published: z.boolean().default(false) })
  .transform(({ published, ...input }) => ({ published, input: input as JsonObject }));

/** A whole catalog as one file. References between its parts are checked separately (`checkReferences`). */
export const catalogFile = z.strictObject({
  portal: z
    .strictObject({
      isFeedbackEnabled: z.boolean().default(false),
      isMarketplaceEnabled: z.boolean().default(false),
      /** The picture of the logo. */
      logo: givenFile.optional(),
      /** The other settings, as UpdatePortalSettingsInput of the graph has them. */
      settings: jsonMap.optional(),
    })
    .prefault({}),
  groups: z.array(group).default([]),
  users: z.array(user).default([]),
  datasets: z.array(dataset).default([]),
  /** Objects of the graph's input type CreateGlossaryTermInput. */
  glossary: z.array(jsonMap).default([]),
  /** Objects of the graph's input type CreateIdentityProviderInput. */
  identityProviders: z.array(jsonMap).default([]),
  /** Objects of the graph's input type CreateStudioPageInput, with `published` in addition. */
  studioPages: z.array(publishable).default([]),
  /** Objects of the graph's input type CreateCodeEditorPageInput, with `published` in addition. */
  codeEditorPages: z.array(publishable).default([]),
  /** Objects of the graph's input type CreateFormInput, with `published` in addition. */
  forms: z.array(publishable).default([]),
  assets: z.array(asset).default([]),
  relations: z.array(relation).default([]),
});

/** A parsed catalog file. */
export type CatalogFile = z.output<typeof catalogFile>;
/** A dataset of a catalog file. */
export type SeededDataset = CatalogFile['datasets'][number];
/** A file that a catalog file refers to or contains. */
export type SeededFile = z.output<typeof givenFile>;
/** A resource of a dataset. */
export type SeededResource = SeededDataset['resources'][number];

/** The path of a value in a catalog file. */
type Path = readonly (string | number)[];
/** A name, its label in messages, and its path. */
type Named = readonly [name: string, label: string, ...path: Path];

/** Reports duplicate names and dangling references of a catalog file. */
export function checkReferences(
  { groups, users, datasets, assets, relations }: CatalogFile,
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const report = (message: string, path: Path) => {
    addIssue({ code: 'custom', message, path: [...path] });
  };
  const requireUnique = (names: readonly Named[]) => {
    const seen = new Set<string>();
    for (const [name, label, ...path] of names) {
      if (seen.has(name)) report(`${label} occurs twice.`, path);
      seen.add(name);
    }
  };
  const groupUids = new Set(groups.map(({ uid }) => uid));
  const usernames = new Set([administrator, ...users.map(({ username }) => username)]);
  const assetNames = new Set([...datasets.map(({ datasetId }) => datasetId), ...assets.map(({ name }) => name)]);
  const requireKnown = (known: ReadonlySet<string>, kind: string, name: string | undefined, ...path: Path) => {
    if (name !== undefined && !known.has(name)) report(`There is no ${kind} ${name} in this file.`, path);
  };

  requireUnique(groups.map(({ uid }, index) => [uid, uid, 'groups', index, 'uid']));
  requireUnique(users.map(({ username }, index) => [username, username, 'users', index, 'username']));
  requireUnique(
    users.flatMap(({ apiKeys }, index) =>
      apiKeys.flatMap(({ text }, nth): Named[] =>
        text === undefined ? [] : [[text, 'This key', 'users', index, 'apiKeys', nth, 'text']],
      ),
    ),
  );
  requireUnique([
    ...datasets.flatMap(({ uid, datasetId }, index): Named[] => [
      [datasetId, datasetId, 'datasets', index, 'datasetId'],
      ...(uid === undefined || uid === datasetId ? [] : [[uid, uid, 'datasets', index, 'uid'] as const]),
    ]),
    ...assets.map(({ name }, index): Named => [name, name, 'assets', index, 'name']),
  ]);
  users.forEach(({ groups: groupsOfUser }, index) => {
    groupsOfUser.forEach((uid, nth) => {
      requireKnown(groupUids, 'group', uid, 'users', index, 'groups', nth);
    });
  });
  datasets.forEach(({ createdBy, rulesets, feedbacks }, index) => {
    requireKnown(usernames, 'user', createdBy, 'datasets', index, 'createdBy');
    feedbacks.forEach((feedback, nth) => {
      requireKnown(usernames, 'user', feedback.user, 'datasets', index, 'feedbacks', nth, 'user');
    });
    rulesets.forEach((ruleset, nth) => {
      requireKnown(usernames, 'user', ruleset.user, 'datasets', index, 'rulesets', nth, 'user');
      requireKnown(groupUids, 'group', ruleset.group, 'datasets', index, 'rulesets', nth, 'group');
    });
    requireUnique(
      rulesets.map(({ user, group }, nth) => {
        const grantee = user === undefined ? `group ${String(group)}` : `user ${user}`;
        return [grantee, grantee, 'datasets', index, 'rulesets', nth];
      }),
    );
  });
  relations.forEach(({ source, use }, index) => {
    requireKnown(assetNames, 'dataset or asset', source, 'relations', index, 'source');
    requireKnown(assetNames, 'dataset or asset', use, 'relations', index, 'use');
  });
}
