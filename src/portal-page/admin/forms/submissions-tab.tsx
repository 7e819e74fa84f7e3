import { useQuery } from '@urql/preact';
import { boundsAround } from '#portal-page/map/geometry.ts';
import { WorldMap } from '#portal-page/map/world-map.tsx';
import { Download } from '#portal-page/views/dataset/download-list.tsx';
import { ScrollBox } from '#portal-page/views/view-parts.tsx';
import { useAdmin } from '../admin-context.ts';
import { CursorLinks, ErrorNote, FilterChoice, FilterForm, FilterText, windowOf, Working } from '../admin-parts.tsx';
import { chosenIn } from '../datasets/list-filter.ts';
import { AdminSubmissionsDocument } from '../generated/operations.ts';
import { Answer, placeOf, useAnswerText } from './answers.tsx';
import type { Block } from './form-blocks.ts';

const pageSize = 50;
const statuses = ['', 'pending', 'approved', 'rejected'] as const;

/** The submissions to a form as a table, and those of this page with a place on a map. */
export function SubmissionsTab({
  slug,
  blocks,
  parameters,
}: {
  readonly slug: string;
  readonly blocks: readonly Block[];
  readonly parameters: URLSearchParams;
}) {
  const { t, dateTime } = useAdmin().texts;
  const textOf = useAnswerText();
  const status = chosenIn(parameters, 'status', statuses);
  const text = parameters.get('q')?.trim() ?? '';
  const [{ data, error, fetching }] = useQuery({
    query: AdminSubmissionsDocument,
    variables: {
      formSlug: slug,
      filter: { ...(status !== '' && { status }), ...(text !== '' && { text }) },
      ...windowOf(parameters, pageSize),
    },
    requestPolicy: 'cache-and-network',
  });
  const listed = data?.submissions;
  const placeBlocks = blocks.filter(({ type }) => type === 'location_picker' || type === 'location_search');
  const points = (listed?.nodes ?? []).flatMap(({ uid, content }) =>
    placeBlocks.flatMap(({ fieldId }) => {
      const place = placeOf(content[fieldId]);
      return place ? [{ uid, place, text: textOf(content[fieldId]) }] : [];
    }),
  );
  const bounds = boundsAround(points.map(({ place }) => place));
  return (
    <>
      <FilterForm names={['q', 'status']}>
        <FilterText name="q" label={t('answerText')} value={text} />
        <FilterChoice
          name="status"
          label={t('state')}
          value={status}
          choices={statuses.map((each) => [each, t(each === '' ? 'allStates' : `submissionStates.${each}`)])}
        />
      </FilterForm>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {listed && (
        <>
          <div class="screen-head">
            <h2 tabIndex={-1}>{t('submissionCount', { count: listed.totalCount })}</h2>
            {listed.totalCount > 0 && (
              <Download
                href={`/catalog/forms/${encodeURIComponent(slug)}/submissions/download/?${new URLSearchParams({
                  ...(status !== '' && { status }),
                  ...(text !== '' && { search: text }),
                })}`}
                filename={`${slug}.csv`}
              >
                {t('downloadCsv')}
              </Download>
            )}
          </div>
          {points.length > 0 && (
            <WorldMap
              key={points.map(({ uid }) => uid).join(' ')}
              label={t('submissionsMap', { count: points.length })}
              bounds={bounds}
            >
              {({ pixel }) =>
                points.map(({ uid, place, text: name }, index) => {
                  const [x, y] = pixel(place);
                  return (
                    <circle key={`${uid} ${index}`} class="submission-point" cx={x} cy={y} r={7}>
                      <title>{name}</title>
                    </circle>
                  );
                })
              }
            </WorldMap>
          )}
          {listed.nodes.length > 0 && (
            <ScrollBox label={t('formTabs.submissions')}>
              <table class="list">
                <thead>
                  <tr>
                    <th scope="col">{t('when')}</th>
                    <th scope="col">{t('state')}</th>
                    <th scope="col">{t('who')}</th>
                    {blocks.map(({ fieldId, label }) => (
                      <th scope="col" key={fieldId} dir="auto">
                        {label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {listed.nodes.map((submission) => (
                    <tr key={submission.uid}>
                      <th scope="row">{dateTime(submission.createdAt)}</th>
                      <td data-label={t('state')}>
                        {t(`submissionStates.${submission.status}`)}
                        {submission.revisedContent !== null && ` · ${t('changeWaits')}`}
                        {submission.rejectionReason !== null && (
                          <span class="quiet" dir="auto">
                            {' '}
                            {submission.rejectionReason}
                          </span>
                        )}
                      </td>
                      <td data-label={t('who')} dir="auto">
                        {submission.submittedBy?.username ?? t('anonymous')}
                      </td>
                      {blocks.map(({ fieldId, label }) => (
                        <td key={fieldId} data-label={label} dir="auto">
                          <Answer slug={slug} value={submission.content[fieldId]} />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          )}
          <CursorLinks info={listed.pageInfo} parameters={parameters} />
        </>
      )}
    </>
  );
}
