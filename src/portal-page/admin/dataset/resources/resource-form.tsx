import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { ParameterFields } from '#portal-page/admin/editing/parameter-fields.tsx';
import {
  AdminSourcePreviewDocument,
  type AdminResourcesQuery,
  type PreviewResourceInput,
  type TriedRecordsFragment,
} from '#portal-page/admin/generated/operations.ts';
import { type Refusals, refusalsAt } from '../part-form.tsx';
import { RecordPreview } from '../record-preview.tsx';
import { Proposals } from './proposals.tsx';
import { type Chosen, type Connection, SourceChoice } from './add-source.tsx';
import type { EditedResource, TakenProcessor } from './resources-draft.ts';
import { datasourceOf, nameOf, type Source } from './source.ts';

type Formats = NonNullable<AdminResourcesQuery['extractors']>;

/** How long the form must rest before the source is read again. */
const restMs = 500;

/** One source: its title, how it is read, and its first records. */
export function ResourceForm({
  datasetUid,
  resource,
  source,
  formats,
  connections,
  processors,
  refusals,
  isBusy,
  set,
  replace,
  take,
}: {
  readonly datasetUid: string;
  readonly resource: EditedResource;
  /** Where it is read from; undefined where this screen cannot say it. */
  readonly source: Source | undefined;
  readonly formats: Formats;
  readonly connections: readonly Connection[];
  /** The stack with what is taken. */
  readonly processors: readonly TakenProcessor[];
  /** What the service refused of this resource. */
  readonly refusals: Refusals;
  readonly isBusy: boolean;
  readonly set: (changed: Partial<EditedResource>) => void;
  readonly replace: (chosen: Chosen) => void;
  readonly take: (proposal: TriedRecordsFragment['proposals'][number]) => void;
}) {
  const { key, title, type, params } = resource;
  const { language } = usePage();
  const { t } = useAdmin().texts;
  const format = formats.find((each) => each.type === type);
  return (
    <>
      <div class="field-form">
        <p class="question">
          <label for={`resource-${key}-title`}>{language.t('datasetTitle')}</label>
          <input
            id={`resource-${key}-title`}
            dir="auto"
            maxLength={1000}
            value={title}
            onInput={({ currentTarget }) => set({ title: currentTarget.value })}
          />
        </p>
        <p class="question">
          <label for={`resource-${key}-type`}>{language.t('sourceFormat')}</label>
          <select
            id={`resource-${key}-type`}
            value={type}
            onChange={({ currentTarget }) => set({ type: currentTarget.value, params: {} })}
          >
            {[...(format ? [] : [{ type, label: type }]), ...formats].map((each) => (
              <option key={each.type} value={each.type} selected={each.type === type}>
                {each.label}
              </option>
            ))}
          </select>
        </p>
      </div>
      <ParameterFields
        id={`resource-${key}`}
        parameters={format?.parameters ?? []}
        params={params}
        messagesOf={(name) => refusalsAt(refusals, `params.${name}`)}
        set={(changed) => set({ params: changed })}
      />
      {type !== 'realtime' && (
        <details>
          <summary>{t('replaceSource')}</summary>
          <p class="quiet">{t('replaceSourceHint')}</p>
          <SourceChoice id={`replace-${key}`} connections={connections} isBusy={isBusy} choose={replace} />
        </details>
      )}
      {source && (
        <SourcePreview
          input={{
            datasetUid,
            datasource: datasourceOf(source),
            type,
            params,
            processors: processors.map((each) => ({ type: each.type, params: each.params })),
          }}
          title={t('firstRecordsOf', { label: title === '' ? nameOf(source) : title })}
          take={take}
        />
      )}
    </>
  );
}

/** The first records of a source, and the steps that make numbers and dates of its texts. */
function SourcePreview({
  input,
  title,
  take,
}: {
  readonly input: PreviewResourceInput;
  readonly title: string;
  readonly take: (proposal: TriedRecordsFragment['proposals'][number]) => void;
}) {
  const [rested, setRested] = useState(input);
  const text = JSON.stringify(input);
  useEffect(() => {
    const timer = setTimeout(() => setRested(input), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  const [{ data, error, fetching }] = useQuery({
    query: AdminSourcePreviewDocument,
    variables: { input: rested },
    requestPolicy: 'network-only',
  });
  const records = data?.previewResource ?? undefined;
  return (
    <>
      <Proposals proposals={records?.proposals ?? []} take={take} />
      <RecordPreview title={title} tried={{ records, error, fetching }} />
    </>
  );
}
