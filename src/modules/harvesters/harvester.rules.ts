import type { RequestContext } from '#api/context.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { CatalogError, failFields, failOnFields, requiredMessage } from '#kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { lineProblem } from '#kernel/text.ts';
import type { HarvesterKind } from '#engine/harvesters/harvester-kind.ts';
import { addressOf } from '#engine/harvesters/harvester-settings.ts';
import { findHarvesterKind, harvesterKinds } from '#engine/harvesters/registry.ts';
import { audienceOf, noSecrets, type StoredSecrets } from '#connections/index.ts';

const maxNameLength = 200;
/** The longest forced metadata, in characters of JSON. */
const maxForcedLength = 100_000;

/** The kind of a type. Fails INVALID_INPUT at `type`. */
export const harvesterKindOf = (type: string | null | undefined): HarvesterKind =>
  findHarvesterKind(type ?? failFields({ type: [requiredMessage] })) ??
  failFields({ type: [`Choose one of: ${harvesterKinds.map((kind) => kind.type).join(', ')}.`] });

/** A name without spaces around it. Fails INVALID_INPUT at `name`. */
export function parseName(given: string | null | undefined): string {
  const name = given?.trim() ?? '';
  const problem = name === '' ? requiredMessage : lineProblem(name, maxNameLength);
  return problem === undefined ? name : failFields({ name: [problem] });
}

/** The settings of a harvester, as they are stored, and the secrets apart. */
export interface ParsedSettings {
  readonly settings: JsonObject;
  readonly secrets: StoredSecrets;
}

/** A harvester without settings. */
export const noSettings: ParsedSettings = { settings: {}, secrets: noSecrets };

const anotherHostMessage = 'Send this secret again: the stored one is for another host.';

/**
 * Merges settings into stored ones and checks the result. A secret that is null or absent keeps its value for the same host. Fails INVALID_INPUT
 * below `settings`.
 */
export function parseSettings(kind: HarvesterKind, given: JsonObject, stored: ParsedSettings): ParsedSettings {
  const merged: Record<string, Json> = { ...stored.settings, ...given };
  const audience = audienceOfSettings(kind, merged);
  const secrets: Record<string, StoredSecrets[string]> = {};
  const lost: Record<string, readonly string[]> = {};
  for (const { name } of kind.settings.filter(({ isSecret }) => isSecret)) {
    const kept = stored.secrets[name];
    const value = given[name] ?? kept?.value ?? '';
    if (typeof given[name] !== 'string' && kept && kept.audience !== audience) lost[name] = [anotherHostMessage];
    merged[name] = value;
    if (typeof value === 'string' && value !== '') secrets[name] = { audience, value };
  }
  const { settings, errors } = kind.check(merged);
  const problems = Object.entries({ ...errors, ...lost });
  failOnFields(Object.fromEntries(problems.map(([name, messages]) => [`settings.${name}`, messages])));
  return { settings: withoutSecrets(kind, settings), secrets };
}

const withoutSecrets = (kind: HarvesterKind, settings: JsonObject): JsonObject => ({
  ...settings,
  ...Object.fromEntries(
    kind.settings.filter(({ isSecret }) => isSecret).map(({ name }) => [name, settings[name] === '' ? '' : null]),
  ),
});

/** The origin of the portal, which alone receives the secrets; empty for a type without an address. */
function audienceOfSettings({ settings }: HarvesterKind, values: JsonObject): string {
  const address = settings.find(({ isAddress }) => isAddress);
  const value = address && values[address.name];
  const url = typeof value === 'string' ? addressOf(value.trim()) : undefined;
  return url ? audienceOf(url.href) : '';
}

/** The settings that a kind reads with: the stored ones with their secrets. */
export const completeSettings = ({ settings, secrets }: ParsedSettings): JsonObject => ({
  ...settings,
  ...Object.fromEntries(Object.entries(secrets).map(([name, { value }]) => [name, value])),
});

/** Checks the values that every dataset gets. Fails INVALID_INPUT below `forcedMetadata`. */
export const parseForcedMetadata = (tx: RequestContext, given: JsonObject): Promise<JsonObject> =>
  parseRemoteMetadata(tx, given, { path: 'forcedMetadata', maxLength: maxForcedLength });

/** Checks values by template and field. Fails INVALID_INPUT below `path`. */
export async function parseRemoteMetadata(
  tx: RequestContext,
  given: JsonObject,
  { path, maxLength }: { readonly path: string; readonly maxLength: number },
): Promise<JsonObject> {
  if (JSON.stringify(given).length > maxLength)
    failFields({ [path]: [`Give at most ${maxLength} characters of JSON.`] });
  const metadata = Object.fromEntries(
    Object.entries(given).map(([template, fields]) => [
      template,
      isJsonObject(fields)
        ? Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { value }]))
        : fields,
    ]),
  );
  try {
    await tx.app.registry.sections.get('metadata')?.parse?.({ metadata }, tx);
  } catch (error) {
    if (!(error instanceof CatalogError) || !error.fields) throw error;
    failFields(
      Object.fromEntries(
        Object.entries(error.fields).map(([field, messages]) => [field.replace(/^metadata/, path), messages]),
      ),
    );
  }
  return given;
}

/** What a harvester is configured by. */
export interface HarvesterConfiguration extends ParsedSettings {
  readonly name: string;
  readonly isRestrictingDatasets: boolean;
  readonly isDeletingMissingDatasets: boolean;
  readonly forcedMetadata: JsonObject;
}

/** A configuration as an input gives it. */
interface GivenConfiguration {
  readonly name?: string | null;
  readonly settings?: JsonObject | null;
  readonly isRestrictingDatasets?: boolean | null;
  readonly isDeletingMissingDatasets?: boolean | null;
  readonly forcedMetadata?: JsonObject | null;
}

/** Merges a given configuration into the stored one. Null takes the default. Fails INVALID_INPUT. */
export async function parseConfiguration(
  tx: RequestContext,
  kind: HarvesterKind,
  given: GivenConfiguration,
  stored: HarvesterConfiguration,
): Promise<HarvesterConfiguration> {
  const [name, parsed, forcedMetadata] = await checkAllAsync(
    async () => parseName(given.name === undefined ? stored.name : given.name),
    async () => parseSettings(kind, given.settings ?? {}, stored),
    async () =>
      given.forcedMetadata === undefined ? stored.forcedMetadata : parseForcedMetadata(tx, given.forcedMetadata ?? {}),
  );
  const flag = (value: boolean | null | undefined, current: boolean) =>
    value === undefined ? current : value === true;
  return {
    name,
    ...parsed,
    forcedMetadata,
    isRestrictingDatasets: flag(given.isRestrictingDatasets, stored.isRestrictingDatasets),
    isDeletingMissingDatasets: flag(given.isDeletingMissingDatasets, stored.isDeletingMissingDatasets),
  };
}

/** The configuration of a harvester that does not exist yet. */
export const emptyConfiguration: HarvesterConfiguration = {
  name: '',
  ...noSettings,
  isRestrictingDatasets: false,
  isDeletingMissingDatasets: false,
  forcedMetadata: {},
};

/** All kinds as clients see them. */
export const listHarvesterTypes = () =>
  harvesterKinds.map(({ type, label, unavailable = null, settings }) => ({
    type,
    label,
    unavailableReason: unavailable,
    settings: settings.map(({ name, type: of, description, isMandatory = false, isSecret = false }) => ({
      name,
      type: of,
      description,
      isMandatory,
      isSecret,
    })),
  }));
