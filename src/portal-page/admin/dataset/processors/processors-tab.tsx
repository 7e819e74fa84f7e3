import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { errorOf } from '#portal-page/admin/admin-client.ts';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { ErrorNote, Working } from '#portal-page/admin/admin-parts.tsx';
import { fieldsOf } from '#portal-page/admin/editing/refused-fields.ts';
import { ParameterFields } from '#portal-page/admin/editing/parameter-fields.tsx';
import { AdminProcessorsDocument, type AdminProcessorsQuery } from '#portal-page/admin/generated/operations.ts';
import { usePartDraft } from '../part-draft.ts';
import { PartForm, type Refusals } from '../part-form.tsx';
import { RecordPreview, useTriedRecords } from '../record-preview.tsx';
import { ResourceChoice } from '../resource-choice.tsx';
import { Proposals } from '../resources/proposals.tsx';
import { Folded, movedItem, SortableList } from '../sortable-list.tsx';
import type { TabProps } from '../tab.ts';
import {
  countOf,
  desiredStack,
  type EditedProcessor,
  readStack,
  savedStack,
  triedStack,
  withProcessor,
} from './processors-draft.ts';

type Types = NonNullable<AdminProcessorsQuery['processorTypes']>;

/** The most errors of records that are shown at one processor. */
const maxShownErrors = 3;

/** The processors of a dataset in their order, and its first records before and after what is changed. */
export function ProcessorsTab({ dataset }: TabProps) {
  const { uid, revision } = dataset;
  const { t } = useAdmin().texts;
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminProcessorsDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    readAgain({ requestPolicy: 'network-only' });
  }, [revision]);
  if (!data?.dataset)
    return (
      <>
        <ErrorNote error={error} />
        <Working label={fetching ? t('reading') : undefined} />
      </>
    );
  return (
    <ProcessorsForm
      dataset={dataset}
      found={data.dataset}
      types={data.processorTypes ?? []}
      readAgain={() => {
        readAgain({ requestPolicy: 'network-only' });
      }}
    />
  );
}

function ProcessorsForm({
  dataset,
  found,
  types,
  readAgain,
}: Pick<TabProps, 'dataset'> & {
  readonly found: NonNullable<AdminProcessorsQuery['dataset']>;
  readonly types: Types;
  readonly readAgain: () => void;
}) {
  const { uid } = dataset;
  const { t } = useAdmin().texts;
  const resources = found.resources.nodes;
  const [resourceUid, setResourceUid] = useState(resources[0]?.uid ?? '');
  const saved = savedStack(found.processors.nodes);
  const draft = usePartDraft(uid, 'processors', saved, readStack);
  const stack = draft.value ?? saved;
  const before = useTriedRecords({ uid, resourceUid, processors: triedStack(saved) });
  const after = useTriedRecords({ uid, resourceUid, processors: triedStack(stack) });
  const fieldNames = [
    ...new Set([before, after].flatMap(({ records }) => records?.fields.map(({ originalName }) => originalName) ?? [])),
  ];
  const set = (changed: readonly EditedProcessor[]): void =>
    draft.set(countOf(changed, saved) === 0 ? undefined : changed);
  const tried: Refusals = after.error ? fieldsOf(errorOf(after.error)) : {};
  return (
    <PartForm
      dataset={dataset}
      draft={draft}
      count={countOf(stack, saved)}
      inputOf={() => ({ mode: 'REPLACE', processors: desiredStack(stack) })}
      onSaved={readAgain}
    >
      {(refusals) => (
        <>
          <p class="quiet">{t('processorsHint')}</p>
          <ResourceChoice resources={resources} value={resourceUid} set={setResourceUid} />
          <ProcessorList
            stack={stack}
            saved={saved}
            types={types}
            fieldNames={fieldNames}
            refusals={{ ...tried, ...refusals }}
            errors={after.records?.recordsErrors ?? []}
            set={set}
          />
          <AddProcessor types={types} add={(type) => set(withProcessor(stack, type, {}))} />
          <Proposals
            proposals={after.records?.proposals ?? []}
            take={({ type, params }) => set(withProcessor(stack, type, params))}
          />
          {resources.length === 0 ? (
            <p class="quiet">{t('noSourceYet')}</p>
          ) : (
            <div class="beside">
              <RecordPreview title={t('recordsBefore')} tried={before} />
              <RecordPreview title={t('firstRecordsNow')} tried={after} />
            </div>
          )}
        </>
      )}
    </PartForm>
  );
}

function ProcessorList({
  stack,
  saved,
  types,
  fieldNames,
  refusals,
  errors,
  set,
}: {
  readonly stack: readonly EditedProcessor[];
  readonly saved: readonly EditedProcessor[];
  readonly types: Types;
  readonly fieldNames: readonly string[];
  readonly refusals: Refusals;
  readonly errors: readonly {
    readonly recordId: string;
    readonly processorUid: string | null;
    readonly message: string;
  }[];
  readonly set: (stack: readonly EditedProcessor[]) => void;
}) {
  const { language } = usePage();
  const { t } = useAdmin().texts;
  if (stack.length === 0) return <p>{t('noProcessors')}</p>;
  const savedKeys = new Map(saved.map((processor) => [processor.key, JSON.stringify(processor)]));
  return (
    <SortableList
      items={stack.map((processor, index) => {
        const { key, type, label, params } = processor;
        const kind = types.find((each) => each.type === type);
        const title = label === '' ? (kind?.label ?? type) : label;
        const put = (changed: Partial<EditedProcessor>): void => set(stack.with(index, { ...processor, ...changed }));
        const failed = errors.filter(({ processorUid }) => processorUid === String(index));
        const known = new Set(kind?.parameters.map(({ name }) => `processors.${index}.params.${name}`));
        const messages = [
          ...Object.entries(refusals).flatMap(([path, each]) =>
            path.startsWith(`processors.${index}.`) && !known.has(path) ? each : [],
          ),
          ...failed
            .slice(0, maxShownErrors)
            .map(({ recordId, message }) =>
              language.t('recordError', { row: Number(recordId) + 1, field: kind?.label ?? type, message }),
            ),
          ...(failed.length > maxShownErrors ? [t('moreErrors', { count: failed.length - maxShownErrors })] : []),
        ];
        const content = (
          <Folded
            isNew={processor.uid === undefined}
            messages={messages}
            summary={
              <>
                <strong dir="auto">{title}</strong>{' '}
                <span class="quiet" dir="auto">
                  {[...(label === '' ? [] : [kind?.label ?? type]), ...valuesOf(params)].join(' · ').slice(0, 100)}
                </span>
                {Object.keys(refusals).some((path) => known.has(path)) && (
                  <span class="error"> {t('hasMistakes')}</span>
                )}
              </>
            }
          >
            <p class="question">
              <label for={`processor-${key}-label`}>{t('label')}</label>
              <input
                id={`processor-${key}-label`}
                dir="auto"
                maxLength={1000}
                value={label}
                onInput={({ currentTarget }) => put({ label: currentTarget.value })}
              />
            </p>
            <ParameterFields
              id={`processor-${key}`}
              parameters={kind?.parameters ?? []}
              params={params}
              fieldNames={fieldNames}
              messagesOf={(name) => refusals[`processors.${index}.params.${name}`] ?? []}
              set={(changed) => put({ params: changed })}
            />
            <div class="buttons">
              <button
                type="button"
                aria-label={t('removeItem', { label: title })}
                onClick={() => set(stack.toSpliced(index, 1))}
              >
                {t('remove')}
              </button>
            </div>
          </Folded>
        );
        const isSaved = savedKeys.get(key) === JSON.stringify(processor);
        return { key, label: title, class: isSaved ? undefined : 'entered', content };
      })}
      move={(from, to) => set(movedItem(stack, from, to))}
    />
  );
}

/** The values of parameters that say what a processor does. */
const valuesOf = (params: EditedProcessor['params']): readonly string[] =>
  Object.values(params).flatMap((value) =>
    typeof value === 'boolean'
      ? []
      : typeof value === 'string'
        ? value.trim() === ''
          ? []
          : [value]
        : [JSON.stringify(value)],
  );

function AddProcessor({ types, add }: { readonly types: Types; readonly add: (type: string) => void }) {
  const { t } = useAdmin().texts;
  const [type, setType] = useState('');
  return (
    <div class="buttons add">
      <label for="added-processor">{t('newProcessor')}</label>
      <select id="added-processor" value={type} onChange={({ currentTarget }) => setType(currentTarget.value)}>
        <option value="">…</option>
        {types.map((each) => (
          <option key={each.type} value={each.type}>
            {each.label}
          </option>
        ))}
      </select>
      <button
        type="button"
        disabled={type === ''}
        onClick={() => {
          add(type);
          setType('');
        }}
      >
        {t('add')}
      </button>
    </div>
  );
}
