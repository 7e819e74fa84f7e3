import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { ErrorNote, Working } from '#portal-page/admin/admin-parts.tsx';
import { AdminFieldsDocument, type AdminFieldsQuery } from '#portal-page/admin/generated/operations.ts';
import { usePartDraft } from '../part-draft.ts';
import { PartForm, type Refusals } from '../part-form.tsx';
import { RecordPreview, useTriedRecords } from '../record-preview.tsx';
import { ResourceChoice } from '../resource-choice.tsx';
import { Folded, movedItem, SortableList } from '../sortable-list.tsx';
import type { TabProps } from '../tab.ts';
import { annotationOf, FieldForm } from './field-form.tsx';
import {
  changedStack,
  type DesiredConfiguration,
  type FieldChange,
  isAbout,
  type ShownField,
  storedStack,
} from './field-stack.ts';
import {
  changedFacets,
  countOf,
  facetsOf,
  type FieldsDraft,
  noChange,
  readChange,
  readFieldsDraft,
} from './fields-draft.ts';

type FieldsOf = NonNullable<AdminFieldsQuery['dataset']>;

/** The fields of a dataset beside its first records. */
export function FieldsTab({ dataset }: TabProps) {
  const { uid, revision } = dataset;
  const { t } = useAdmin().texts;
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminFieldsDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    readAgain({ requestPolicy: 'network-only' });
  }, [revision]);
  const found = data?.dataset;
  if (!found)
    return (
      <>
        <ErrorNote error={error} />
        <Working label={fetching ? t('reading') : undefined} />
      </>
    );
  if (found.resources.nodes.length === 0) return <p class="quiet">{t('noSourceYet')}</p>;
  return (
    <FieldsForm
      dataset={dataset}
      found={found}
      readAgain={() => {
        readAgain({ requestPolicy: 'network-only' });
      }}
    />
  );
}

function FieldsForm({
  dataset,
  found,
  readAgain,
}: Pick<TabProps, 'dataset'> & { readonly found: FieldsOf; readonly readAgain: () => void }) {
  const { uid } = dataset;
  const { t } = useAdmin().texts;
  const resources = found.resources.nodes;
  const [resourceUid, setResourceUid] = useState(resources[0]?.uid ?? '');
  const stored = storedStack(found.fieldConfigurations.nodes);
  const facets = found.facetSettings.find(({ field }) => field === 'facets')?.value ?? null;
  const draft = usePartDraft(uid, 'fields', { stored, facets }, readFieldsDraft);
  const value = draft.value ?? noChange;

  const saved = useTriedRecords({ uid, resourceUid, fields: stored.map(({ configuration }) => configuration) });
  const fields = saved.records?.fields ?? [];
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const stack = changedStack(
    stored,
    new Map(Object.entries(value.changes)),
    value.order ?? undefined,
    new Set(value.shown),
    (name) => labels.get(name) ?? name,
  );
  const tried = useTriedRecords({ uid, resourceUid, fields: stack.map(({ configuration }) => configuration) });
  const problems = nameProblems(fields, value, t('fieldNameTaken'), t('fieldNameWrong'));
  return (
    <PartForm
      dataset={dataset}
      draft={draft}
      count={countOf(value)}
      isInvalid={problems.size > 0}
      inputOf={() => ({
        mode: 'REPLACE',
        ...(stack !== stored && { fields: [...stack] }),
        ...(Object.keys(value.facets).length > 0 || Object.values(value.changes).some(({ name }) => name !== undefined)
          ? {
              metadataFields: [
                { template: 'asset_content_configuration', field: 'facets', value: changedFacets(facets, value) },
              ],
            }
          : {}),
      })}
      onSaved={readAgain}
    >
      {(refusals) => (
        <div class="beside">
          <div>
            <ErrorNote error={saved.error} />
            <Working label={saved.fetching && !saved.records ? t('reading') : undefined} />
            <FieldList
              fields={fields}
              facets={facets}
              value={value}
              problems={problems}
              set={draft.set}
              stack={stack}
              refusals={refusals}
            />
            <HiddenFields stored={stored} value={value} set={draft.set} />
          </div>
          <div class="stays">
            <ResourceChoice resources={resources} value={resourceUid} set={setResourceUid} />
            <RecordPreview title={t('firstRecordsNow')} tried={tried} />
          </div>
        </div>
      )}
    </PartForm>
  );
}

/** Why the names that were entered cannot be: two fields of one name would become one. */
function nameProblems(
  fields: readonly ShownField[],
  { changes }: FieldsDraft,
  taken: string,
  wrong: string,
): ReadonlyMap<string, string> {
  const finalName = (name: string): string => changes[name]?.name ?? name;
  const names = fields.map(({ name }) => finalName(name));
  return new Map(
    fields.flatMap(({ name }) => {
      const final = finalName(name);
      if (final === name) return [];
      if (!/^[A-Za-z0-9_]+$/.test(final)) return [[name, wrong] as const];
      return names.filter((each) => each === final).length > 1 ? [[name, taken] as const] : [];
    }),
  );
}

function FieldList({
  fields,
  facets,
  value,
  problems,
  set,
  stack,
  refusals,
}: {
  readonly fields: readonly ShownField[];
  readonly facets: unknown;
  readonly value: FieldsDraft;
  readonly problems: ReadonlyMap<string, string>;
  readonly set: (value: FieldsDraft | undefined) => void;
  readonly stack: readonly DesiredConfiguration[];
  readonly refusals: Refusals;
}) {
  const { language } = usePage();
  const { t } = useAdmin().texts;
  const known = new Set(fields.map(({ name }) => name));
  const names = [...new Set([...(value.order ?? []).filter((name) => known.has(name)), ...known])];
  const byName = new Map(fields.map((field) => [field.name, field]));
  const savedFacets = new Set(facetsOf(facets).map((facet) => facet.field_name));
  const isFacet = (name: string): boolean => value.facets[name] ?? savedFacets.has(name);
  const put = (changed: FieldsDraft): void => set(countOf(changed) === 0 ? undefined : changed);
  return (
    <SortableList
      items={names.flatMap((name) => {
        const field = byName.get(name);
        if (!field) return [];
        const change = value.changes[name] ?? {};
        const isChanged = Object.keys(change).length > 0 || Object.hasOwn(value.facets, name);
        const label = change.label ?? field.label;
        const content = (
          <Folded
            messages={refusalsOf(refusals, stack, name)}
            summary={
              <>
                <strong dir="auto">{label}</strong> <code class="quiet">{change.name ?? name}</code>{' '}
                <span class="quiet">{language.find(`types.${change.type ?? field.type}`)}</span>
                {isFacet(name) && <span class="chip">{t('facet')}</span>}
                {change.isHidden === true && <span class="chip">{t('hidden')}</span>}
              </>
            }
          >
            <FieldForm
              field={field}
              change={change}
              isFacet={isFacet(name)}
              nameProblem={problems.get(name)}
              set={(members) => {
                const merged = withoutSame(field, { ...change, ...members });
                const { [name]: _replaced, ...others } = value.changes;
                put({
                  ...value,
                  changes: Object.keys(merged).length === 0 ? others : { ...others, [name]: merged },
                });
              }}
              setFacet={(is) => {
                const { [name]: _replaced, ...others } = value.facets;
                put({ ...value, facets: is === savedFacets.has(name) ? others : { ...others, [name]: is } });
              }}
            />
          </Folded>
        );
        return [{ key: name, label, class: isChanged ? 'entered' : undefined, content }];
      })}
      move={(from, to) => {
        const order = movedItem(names, from, to);
        const isAsSaved = fields.every(({ name }, place) => order[place] === name);
        put({ ...value, order: isAsSaved ? null : order });
      }}
    />
  );
}

/** The members of a change that are not as saved. */
function withoutSame(field: ShownField, change: FieldChange): FieldChange {
  const saved: FieldChange = {
    label: field.label,
    name: field.name,
    type: field.type,
    description: field.description,
    unit: String(annotationOf(field, 'unit') ?? ''),
    decimals: Number.isInteger(annotationOf(field, 'decimals')) ? Number(annotationOf(field, 'decimals')) : null,
    isHidden: false,
  };
  const isSaved = new Set(Object.entries(saved).map(([member, value]) => `${member}=${value}`));
  return readChange(
    Object.fromEntries(Object.entries(change).filter(([member, value]) => !isSaved.has(`${member}=${value}`))),
  );
}

/** What the service refused of a field. */
const refusalsOf = (refusals: Refusals, stack: readonly DesiredConfiguration[], field: string): readonly string[] =>
  Object.entries(refusals).flatMap(([path, messages]) => {
    const configuration = stack[Number(/^fields\.(\d+)/.exec(path)?.[1])];
    return configuration && isAbout(configuration, field) ? messages : [];
  });

/** The fields that the stack takes away, each of which can be shown again. */
function HiddenFields({
  stored,
  value,
  set,
}: {
  readonly stored: readonly DesiredConfiguration[];
  readonly value: FieldsDraft;
  readonly set: (value: FieldsDraft | undefined) => void;
}) {
  const { t } = useAdmin().texts;
  const deletions = stored.flatMap(({ uid, configuration }) =>
    uid !== undefined && configuration.delete ? [{ uid, field: configuration.delete.field }] : [],
  );
  if (deletions.length === 0) return null;
  return (
    <fieldset class="hidden-fields">
      <legend>{t('hiddenFields')}</legend>
      {deletions.map(({ uid, field }) => (
        <label key={uid} class="check">
          <input
            type="checkbox"
            checked={value.shown.includes(uid)}
            onChange={({ currentTarget: { checked } }) => {
              const others = value.shown.filter((each) => each !== uid);
              const changed = { ...value, shown: checked ? [...others, uid] : others };
              set(countOf(changed) === 0 ? undefined : changed);
            }}
          />
          <span>{t('showAgain', { field })}</span>
        </label>
      ))}
    </fieldset>
  );
}
