import { useQuery } from '@urql/preact';
import { isRecord } from '#portal-page/json.ts';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { FilterChoice, FilterForm, FilterText, windowOf } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
import { chosenIn } from '../datasets/list-filter.ts';
import { EditForm, type Values } from '../editing/edit-form.tsx';
import type { Choice, FormField } from '../editing/form-field.tsx';
import { AdminAssetsDocument, AdminCreateAssetDocument } from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';

/** The maps, charts and external assets of the portal. */
export const assetsScreen: Screen = { title: 'assets', Body: AssetsScreen, rights: ['edit_page'] };

/** Adds a map, a chart or an external asset. */
export const newAssetScreen: Screen = { title: 'newAsset', Body: NewAsset, rights: ['edit_page'] };

const pageSize = 50;
const types = ['', 'external_asset', 'map', 'chart'] as const;

/** The address of an asset. */
export const pathOfAsset = (uid: string): string => `/admin/assets/${encodeURIComponent(uid)}`;

/** The fields of an asset that is no dataset and no page. */
export const assetFields: readonly FormField[] = [
  { name: 'title', label: 'title', kind: 'text', isRequired: true },
  { name: 'url', label: 'address', kind: 'text' },
  { name: 'category', label: 'category', kind: 'text' },
  { name: 'isShowcase', label: 'isShowcase', kind: 'switch' },
];

/** What the service takes: no text clears. */
export const assetInput = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]));

function AssetsScreen({ parameters }: ScreenProps) {
  const { t } = useAdmin().texts;
  const title = parameters.get('q')?.trim() ?? '';
  const type = chosenIn(parameters, 'type', types);
  const [{ data, ...reading }] = useQuery({
    query: AdminAssetsDocument,
    variables: {
      filter: { ...(title !== '' && { title }), ...(type !== '' && { assetType: [type] }) },
      ...windowOf(parameters, pageSize),
    },
    requestPolicy: 'cache-and-network',
  });
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{t('assets')}</h1>
        <Link to="/admin/new-asset" class="button primary">
          {t('newAsset')}
        </Link>
      </div>
      <p class="quiet">{t('assetsHint')}</p>
      <FilterForm names={['q', 'type']}>
        <FilterText name="q" label={t('titleWords')} value={title} />
        <FilterChoice
          name="type"
          label={t('kind')}
          value={type}
          choices={types.map((each) => [each, t(each === '' ? 'allStates' : `assetTypes.${each}`)])}
        />
      </FilterForm>
      <CursorList
        label={t('assets')}
        heading={data?.storedAssets && t('assetCount', { count: data.storedAssets.totalCount })}
        reading={reading}
        list={data?.storedAssets}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          {
            title: 'title',
            isRowHeader: true,
            cell: ({ uid, title: name }) => (
              <Link to={pathOfAsset(uid)}>
                <span dir="auto">{name}</span>
              </Link>
            ),
          },
          {
            title: 'kind',
            cell: ({ assetType, isShowcase }) =>
              t(`assetTypes.${assetType}`) + (isShowcase ? ` · ${t('showcase')}` : ''),
          },
          { title: 'category', cell: ({ category }) => <bdi>{category}</bdi> },
          { title: 'address', cell: ({ url }) => <span dir="ltr">{url}</span> },
        ]}
      />
    </>
  );
}

function NewAsset() {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const [, ...stored] = types;
  return (
    <>
      <h1 tabIndex={-1}>{t('newAsset')}</h1>
      <EditForm
        place="new-asset"
        isNew
        fields={[
          {
            name: 'assetType',
            label: 'kind',
            kind: 'choice',
            choices: stored.map((each): Choice => [each, t(`assetTypes.${each}`)]),
          },
          ...assetFields,
        ]}
        saved={{ assetType: 'external_asset' }}
        stepOf={(values) => ({ document: AdminCreateAssetDocument, variables: { input: assetInput(values) } })}
        onSaved={(data) => {
          const created = isRecord(data) ? data['createAsset'] : undefined;
          const asset = isRecord(created) ? created['asset'] : undefined;
          const uid = isRecord(asset) ? asset['uid'] : undefined;
          browser?.navigate(typeof uid === 'string' ? pathOfAsset(uid) : '/admin/assets');
        }}
      />
    </>
  );
}
