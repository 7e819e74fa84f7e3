import { createLoaders, type RequestContext } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { domainPermissions, forCaller, type Permission, type Session } from '#api/session.ts';
import type { CatalogFile } from './catalog-file.ts';
import {
  createAssetMutation,
  createAssetRelationMutation,
  createCodeEditorPageMutation,
  createFormMutation,
  createGlossaryTermMutation,
  createIdentityProviderMutation,
  createStudioPageMutation,
  publishFormMutation,
  publishPageMutation,
} from './operations.ts';
import { administrator } from './seed-administrator.ts';
import { CatalogError } from '#kernel/fail.ts';
import { SetupError } from '#platform/system-errors.ts';

/** The portal content of a catalog file. */
type Portal = Pick<
  CatalogFile,
  'glossary' | 'identityProviders' | 'studioPages' | 'codeEditorPages' | 'forms' | 'assets' | 'relations'
>;

/** Creates the portal content of a catalog file, in the name of the administrator. `datasets` maps dataset identifiers to uids. Fails with a SetupError that names the invalid part. */
export async function seedPortal(
  tx: RequestContext,
  graph: Graph,
  portal: Portal,
  datasets: ReadonlyMap<string, string>,
): Promise<void> {
  const ctx = contextForUser(tx, administrator, domainPermissions);
  const publishPageIf = async (uid: string, published: boolean) => {
    if (published) await graph.execute(publishPageMutation, { input: { uid } }, ctx);
  };
  const createEach = async <Part>(kind: string, parts: readonly Part[], create: (part: Part) => Promise<unknown>) => {
    for (const [index, part] of parts.entries()) await withSetupErrors(`${kind}[${String(index)}]`, () => create(part));
  };

  await createEach('glossary', portal.glossary, (input) => graph.execute(createGlossaryTermMutation, { input }, ctx));
  await createEach('identityProviders', portal.identityProviders, (input) =>
    graph.execute(createIdentityProviderMutation, { input }, ctx),
  );
  await createEach('studioPages', portal.studioPages, async ({ published, input }) => {
    const {
      createStudioPage: { configuration },
    } = await graph.execute(createStudioPageMutation, { input }, ctx);
    await publishPageIf(configuration.uid, published);
  });
  await createEach('codeEditorPages', portal.codeEditorPages, async ({ published, input }) => {
    const {
      createCodeEditorPage: { configuration },
    } = await graph.execute(createCodeEditorPageMutation, { input }, ctx);
    await publishPageIf(configuration.uid, published);
  });
  await createEach('forms', portal.forms, async ({ published, input }) => {
    const {
      createForm: { configuration },
    } = await graph.execute(createFormMutation, { input }, ctx);
    if (published) await graph.execute(publishFormMutation, { input: { slug: configuration.slug } }, ctx);
  });
  const uids = new Map(datasets);
  const uidOf = (name: string) => uids.get(name) ?? name;
  await createEach('assets', portal.assets, async ({ name, input }) => {
    const {
      createAsset: { asset },
    } = await graph.execute(createAssetMutation, { input }, ctx);
    uids.set(name, asset.uid);
  });
  await createEach('relations', portal.relations, ({ source, use, relationType }) =>
    graph.execute(
      createAssetRelationMutation,
      { input: { sourceUid: uidOf(source), useUid: uidOf(use), relationType } },
      ctx,
    ),
  );
}

/** The context of another user in the same transaction, with the given permissions for the whole domain. */
export function contextForUser(
  tx: RequestContext,
  username: string,
  permissions: readonly Permission[] = [],
): RequestContext {
  const session: Session = {
    username,
    keyUid: undefined,
    groups: [],
    permissions: new Set(permissions),
    scopes: new Set(domainPermissions),
  };
  return { ...tx, session, db: forCaller(tx.db, session), loaders: createLoaders() };
}

/** Runs the work for a part of a catalog file; a CatalogError becomes a SetupError that names the part. */
export async function withSetupErrors<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const fields = error.fields ? ` ${JSON.stringify(error.fields)}` : '';
    throw new SetupError(`The ${part} of the catalog file is invalid: ${error.message}${fields}`);
  }
}
