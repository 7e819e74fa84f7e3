import { isRecord } from '#portal-page/json.ts';
import { isSame } from '../dataset/draft.ts';
import type { Params } from '../editing/parameter-fields.tsx';
import type { OneChangeFragment, OneHarvesterFragment, OneHarvesterTypeFragment } from '../generated/operations.ts';

/** What a user changes of a harvester, without the secrets. */
export interface HarvesterDraft {
  readonly type: string;
  readonly name: string;
  readonly settings: Params;
  /** The values that every dataset gets, by template and field. */
  readonly forcedMetadata: Params;
  readonly isDeletingMissingDatasets: boolean;
  readonly isRestrictingDatasets: boolean;
}

/** A harvester before anything was entered. */
export const noHarvester: HarvesterDraft = {
  type: '',
  name: '',
  settings: {},
  forcedMetadata: {},
  isDeletingMissingDatasets: false,
  isRestrictingDatasets: false,
};

/** The harvester that is saved, without what it stores of secrets. */
export const savedHarvester = (harvester: OneHarvesterFragment, secrets: ReadonlySet<string>): HarvesterDraft => ({
  type: harvester.type,
  name: harvester.name,
  settings: Object.fromEntries(
    Object.entries(harvester.settings).filter(([name, value]) => !secrets.has(name) && value !== null && value !== ''),
  ),
  forcedMetadata: harvester.forcedMetadata,
  isDeletingMissingDatasets: harvester.isDeletingMissingDatasets,
  isRestrictingDatasets: harvester.isRestrictingDatasets,
});

/** The names of the secrets of a kind. */
export const secretsOf = (kind: OneHarvesterTypeFragment | undefined): ReadonlySet<string> =>
  new Set(kind?.settings.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])));

/** A draft as the browser kept it; undefined for anything else. */
export function readHarvesterDraft(kept: unknown): HarvesterDraft | undefined {
  if (!isRecord(kept)) return undefined;
  const { type, name, settings, forcedMetadata } = kept;
  return {
    type: typeof type === 'string' ? type : '',
    name: typeof name === 'string' ? name : '',
    settings: isRecord(settings) ? settings : {},
    forcedMetadata: isRecord(forcedMetadata) ? forcedMetadata : {},
    isDeletingMissingDatasets: kept['isDeletingMissingDatasets'] === true,
    isRestrictingDatasets: kept['isRestrictingDatasets'] === true,
  };
}

/** The values in metadata by template and field. */
export const valuesOf = (metadata: Params) =>
  Object.entries(metadata).flatMap(([template, fields]) =>
    Object.entries(isRecord(fields) ? fields : {}).map(([field, value]) => ({ template, field, value })),
  );

/** The members and settings that differ; secrets are not shown. */
export function changesOf(
  before: HarvesterDraft,
  after: HarvesterDraft,
  secrets: Params,
): readonly OneChangeFragment[] {
  const flat = ({ settings, forcedMetadata, ...others }: HarvesterDraft): Readonly<Record<string, unknown>> => ({
    ...others,
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`settings/${name}`, value])),
    ...Object.fromEntries(
      valuesOf(forcedMetadata).map(({ template, field, value }) => [`forcedMetadata/${template}/${field}`, value]),
    ),
  });
  const [old, changed] = [flat(before), flat(after)];
  const paths = [...new Set([...Object.keys(old), ...Object.keys(changed)])];
  const shown = (value: unknown): unknown => (value === '' || value === undefined ? null : value);
  return [
    ...paths.flatMap((path): readonly OneChangeFragment[] => {
      const [was, is] = [shown(old[path]), shown(changed[path])];
      if (isSame(was, is)) return [];
      return [{ kind: 'changed', path: path.split('/'), before: was, after: is }];
    }),
    ...Object.keys(secrets).map((name): OneChangeFragment => ({
      kind: 'changed',
      path: ['settings', name],
      before: null,
      after: '••••••',
    })),
  ];
}

/** The settings that are sent: those that change, and null for those that are taken away. */
export const changedSettings = (before: HarvesterDraft, after: HarvesterDraft, secrets: Params): Params => ({
  ...Object.fromEntries(
    [...new Set([...Object.keys(before.settings), ...Object.keys(after.settings)])].flatMap((name) =>
      isSame(before.settings[name], after.settings[name]) ? [] : [[name, after.settings[name] ?? null] as const],
    ),
  ),
  ...secrets,
});
