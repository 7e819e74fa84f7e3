import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { readRoot } from '#api/reading/read.ts';
import { requireRevision } from '#api/require-revision.ts';
import { requirePermission } from '#api/session.ts';
import { failOnFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { withValidKey } from '#identity/index.ts';
import { PortalSettingEntity } from './portal-setting.entity.ts';
import { deleteUnusedImages, maxImageBytes, maxSide } from './portal-images.ts';
import type { UpdatePortalSettingsInput } from './portal-settings.inputs.ts';
import { portalSettingsRoot } from './portal-settings.source.ts';
import { checkPortalSettings, storedAgentOf, storedTextsOf } from './portal-settings.rules.ts';

/** Changes the named settings, at once, and returns all. Fails UNAUTHORIZED, PERMISSION_DENIED, INVALID_INPUT and REVISION_MISMATCH. */
export async function updatePortalSettings(ctx: RequestContext, input: UpdatePortalSettingsInput) {
  requirePermission(ctx.session, 'administer');
  checkPortalSettings(input);
  await withValidKey(ctx, async (tx) => {
    // The lock keeps the pictures that the input names: their deletion takes it too.
    await tx.db.rows(sql`select 1 from portal_setting where id = 1 for update`);
    const settings = await tx.em.findOneOrFail(PortalSettingEntity, { id: 1 });
    const { expectedRevision, ...change } = input;
    requireRevision(settings, expectedRevision);
    await requireImages(tx, input);
    await recordChange(tx, { action: 'updatePortalSettings', type: 'PortalSettings', input }, '');
    if (Object.keys(change).length > 0) settings.revision += 1;
    Object.assign(settings, changesOf(change));
    await tx.em.flush();
    await deleteUnusedImages(tx);
  });
  return readRoot(ctx, portalSettingsRoot, {});
}

/** The values that an input gives, as they are stored: an absent one is not among them, null stands for the default. */
function changesOf(input: UpdatePortalSettingsInput): Partial<PortalSettingEntity> {
  const { isFeedbackEnabled, isMarketplaceEnabled, defaultLanguage, translations, legalPages, themes } = input;
  const { logo, favicon, accentColor, accentColorDark, publisher, contact, languages } = input;
  return {
    ...(isFeedbackEnabled !== undefined && { isFeedbackEnabled: isFeedbackEnabled ?? false }),
    ...(isMarketplaceEnabled !== undefined && { isMarketplaceEnabled: isMarketplaceEnabled ?? false }),
    ...(defaultLanguage !== undefined && { defaultLanguage: defaultLanguage ?? 'en' }),
    ...(translations !== undefined && { texts: translations && storedTextsOf(translations) }),
    ...(logo !== undefined && { logo }),
    ...(favicon !== undefined && { favicon }),
    ...(accentColor !== undefined && { accentColor: accentColor?.toLowerCase() ?? null }),
    ...(accentColorDark !== undefined && { accentColorDark: accentColorDark?.toLowerCase() ?? null }),
    ...(legalPages !== undefined && { legalPages: legalPages?.map(({ kind, url }) => ({ kind, url })) ?? null }),
    ...(themes !== undefined && {
      themes:
        themes?.map(({ theme, pictogram, image }) => ({
          theme: theme.trim(),
          pictogram: pictogram ?? null,
          image: image ?? null,
        })) ?? null,
    }),
    ...(publisher !== undefined && { publisher: publisher && storedAgentOf(publisher) }),
    ...(contact !== undefined && { contact: contact && storedAgentOf(contact) }),
    ...(languages !== undefined && { languages }),
  };
}

/** Fails INVALID_INPUT when the input names a picture that is not stored. */
async function requireImages({ db }: RequestContext, { logo, favicon, themes }: UpdatePortalSettingsInput) {
  const named = [
    ['logo', logo],
    ['favicon', favicon],
    ...(themes ?? []).map(({ image }, index) => [`themes.${String(index)}.image`, image] as const),
  ] as const;
  const keys = named.flatMap(([, key]) => key ?? []);
  if (keys.length === 0) return;
  // An image of pages that fits becomes a picture of the settings, and stays one where the image is deleted.
  await db.rows(sql`insert into portal_image (blob_key, media_type, width, height, bytes, created_at)
    select distinct on (blob_key) blob_key, media_type, width, height, bytes, created_at from theme_image
    where blob_key = any(${keys}::text[]) and bytes <= ${maxImageBytes}::int and greatest(width, height) <= ${maxSide}::int
    order by blob_key, created_at on conflict do nothing`);
  const rows = await db.rows<{ key: string }>(
    sql`select blob_key as key from portal_image where blob_key = any(${keys}::text[])`,
  );
  const known = new Set(rows.map(({ key }) => key));
  failOnFields(
    Object.fromEntries(
      named.flatMap(([field, key]) =>
        key == null || known.has(key) ? [] : [[field, ['There is no such picture. Upload it with uploadPortalImage.']]],
      ),
    ),
  );
}
