import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, Working } from '../admin-parts.tsx';
import { ConfirmDialog } from '../editing/confirm-dialog.tsx';
import { EditForm } from '../editing/edit-form.tsx';
import {
  AdminAssetDocument,
  type AdminAssetQuery,
  AdminAssetTitleDocument,
  AdminDeleteAssetDocument,
  AdminRelatableAssetsDocument,
  AdminRelateAssetsDocument,
  AdminUnrelateAssetsDocument,
  AdminUpdateAssetDocument,
  type AssetLineageFragment,
  type RelatedAssetFragment,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { assetFields, assetInput, pathOfAsset } from './assets-screen.tsx';

/** One asset: what it is, what it uses, what uses it, and where both lead. */
export const assetScreen: Screen = { title: 'asset', Body: AssetScreen, rights: ['edit_page'] };

type Asset = NonNullable<AdminAssetQuery['asset']>;

const relationTypes = ['source', 'usage', 'join', 'federation'] as const;

/** A relation that is added or removed, shown before it is. */
interface Change {
  readonly isAdded: boolean;
  readonly otherUid: string;
  readonly input: { readonly sourceUid: string; readonly useUid: string; readonly relationType: string };
}

function AssetScreen({ path: [uid = ''] }: ScreenProps) {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminAssetDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  const [isDeleting, setDeleting] = useState(false);
  const [change, setChange] = useState<Change>();
  const asset = data?.asset;
  const isStored =
    asset !== undefined && asset !== null && ['map', 'chart', 'external_asset'].includes(asset.assetType);
  const refresh = (): void => {
    readAgain({ requestPolicy: 'network-only' });
  };
  return (
    <>
      <div class="screen-head">
        <div>
          <h1 tabIndex={-1} dir="auto">
            {asset?.title ?? t('asset')}
          </h1>
          {asset && (
            <span class="quiet">
              {t(`assetTypes.${asset.assetType}`)} <code>{uid}</code>
            </span>
          )}
        </div>
        {isStored && (
          <button type="button" class="danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            {t('delete')}
          </button>
        )}
      </div>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data && !asset && <p>{t('noSuchObject')}</p>}
      {asset && (
        <>
          {isStored && (
            <EditForm
              key={uid}
              place={`asset/${uid}`}
              fields={assetFields}
              saved={{ ...asset }}
              stepOf={(changes) => ({
                document: AdminUpdateAssetDocument,
                variables: { input: { uid, expectedRevision: asset.revision, ...assetInput(changes) } },
              })}
              readAgain={refresh}
            />
          )}
          {data.portalSettings.isMarketplaceEnabled ? (
            <>
              <Relations asset={asset} setChange={setChange} />
              <LineageSection title={t('upstream')} id="upstream" start={uid} lineage={asset.upstream} />
              <LineageSection title={t('downstream')} id="downstream" start={uid} lineage={asset.downstream} />
            </>
          ) : (
            <p class="note">
              {t('relationsOff')} <Link to="/admin/settings/features">{t('settings')}</Link>
            </p>
          )}
        </>
      )}
      {change && (
        <ConfirmDialog
          title={t(change.isAdded ? 'addRelation' : 'removeRelation')}
          label={t(change.isAdded ? 'add' : 'remove')}
          isDanger={!change.isAdded}
          step={{
            document: change.isAdded ? AdminRelateAssetsDocument : AdminUnrelateAssetsDocument,
            variables: { input: change.input },
          }}
          onDone={refresh}
          onClose={() => setChange(undefined)}
        >
          <RelationText change={change} />
        </ConfirmDialog>
      )}
      {isDeleting && asset && (
        <ConfirmDialog
          title={t('deleteTitle', { title: asset.title })}
          label={t('delete')}
          isDanger
          step={{ document: AdminDeleteAssetDocument, variables: { input: { uid } } }}
          onDone={() => browser?.navigate('/admin/assets')}
          onClose={() => setDeleting(false)}
        >
          <p>{t('deleteAssetEffect')}</p>
          <ul class="titles">
            {[...asset.sources.nodes, ...asset.uses.nodes].map((relation, place) => (
              <li key={place} dir="auto">
                {relation.asset.title} ({t(`relationTypes.${relation.relationType}`)})
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Which asset will use which, by their titles. */
function RelationText({ change: { input, otherUid } }: { readonly change: Change }) {
  const { t } = useAdmin().texts;
  const [source] = useQuery({ query: AdminAssetTitleDocument, variables: { uid: input.sourceUid } });
  const [use] = useQuery({ query: AdminAssetTitleDocument, variables: { uid: input.useUid } });
  const other = otherUid === input.sourceUid ? source : use;
  if (other.data && !other.data.asset) return <p class="error">{t('noSuchObject')}</p>;
  return (
    <p dir="auto">
      {source.data?.asset?.title} → {use.data?.asset?.title}
    </p>
  );
}

/** What an asset uses and what uses it, with a form for another relation. */
function Relations({ asset, setChange }: { readonly asset: Asset; readonly setChange: (change: Change) => void }) {
  const { t } = useAdmin().texts;
  const [{ data }] = useQuery({ query: AdminRelatableAssetsDocument });
  const [direction, setDirection] = useState<'source' | 'use'>('source');
  const [other, setOther] = useState('');
  const [relationType, setRelationType] = useState<string>('source');
  const inputOf = (uid: string, isSource: boolean, type: string): Change['input'] => ({
    sourceUid: isSource ? uid : asset.uid,
    useUid: isSource ? asset.uid : uid,
    relationType: type,
  });
  const row = (relation: RelatedAssetFragment, isSource: boolean) => (
    <li key={`${relation.relationType} ${relation.asset.uid}`}>
      <Link to={pathOfAsset(relation.asset.uid)}>
        <span dir="auto">{relation.asset.title}</span>
      </Link>
      <span class="quiet">
        {t(`assetTypes.${relation.asset.assetType}`)}, {t(`relationTypes.${relation.relationType}`)}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('remove')}: ${relation.asset.title}`}
        onClick={() =>
          setChange({
            isAdded: false,
            otherUid: relation.asset.uid,
            input: inputOf(relation.asset.uid, isSource, relation.relationType),
          })
        }
      >
        {t('remove')}
      </button>
    </li>
  );
  const suggestions = [
    ...(data?.storedAssets?.nodes ?? []).map(({ uid, title }) => [uid, title] as const),
    ...(data?.datasets?.nodes ?? []).map(({ uid, datasetId }) => [uid, datasetId] as const),
  ].filter(([uid]) => uid !== asset.uid);
  return (
    <section class="panel" aria-labelledby="relations">
      <h2 id="relations">{t('relations')}</h2>
      <h3>
        {t('usesThese')} ({asset.sources.totalCount})
      </h3>
      <ul class="rows">{asset.sources.nodes.map((relation) => row(relation, true))}</ul>
      <h3>
        {t('usedByThese')} ({asset.uses.totalCount})
      </h3>
      <ul class="rows">{asset.uses.nodes.map((relation) => row(relation, false))}</ul>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          const uid = other.trim();
          const isSource = direction === 'source';
          setChange({
            isAdded: true,
            otherUid: uid,
            input: inputOf(uid, isSource, relationType),
          });
        }}
      >
        <p class="question">
          <label for="relation-direction">{t('direction')}</label>
          <select
            id="relation-direction"
            value={direction}
            onChange={({ currentTarget }) => setDirection(currentTarget.value === 'use' ? 'use' : 'source')}
          >
            <option value="source">{t('usesThese')}</option>
            <option value="use">{t('usedByThese')}</option>
          </select>
        </p>
        <p class="question">
          <label for="relation-other">{t('otherAsset')}</label>
          <input
            id="relation-other"
            required
            list="relatable"
            value={other}
            onInput={({ currentTarget }) => setOther(currentTarget.value)}
          />
          <datalist id="relatable">
            {suggestions.map(([uid, title]) => (
              <option key={uid} value={uid}>
                {title}
              </option>
            ))}
          </datalist>
        </p>
        <p class="question">
          <label for="relation-type">{t('kind')}</label>
          <select
            id="relation-type"
            value={relationType}
            onChange={({ currentTarget }) => setRelationType(currentTarget.value)}
          >
            {relationTypes.map((type) => (
              <option key={type} value={type}>
                {t(`relationTypes.${type}`)}
              </option>
            ))}
          </select>
        </p>
        <button type="submit" aria-haspopup="dialog">
          {t('addRelation')}
        </button>
      </form>
    </section>
  );
}

/** The lineage of an asset in one direction, as a tree. */
function LineageSection({
  title,
  id,
  start,
  lineage,
}: {
  readonly title: string;
  readonly id: string;
  readonly start: string;
  readonly lineage: AssetLineageFragment | null;
}) {
  const { t } = useAdmin().texts;
  const hops = lineage?.hops ?? [];
  const branch = (via: string, depth: number) => {
    const next = hops.filter((hop) => hop.viaUid === via && hop.depth === depth);
    if (next.length === 0) return null;
    return (
      <ul class="asset-lineage">
        {next.map((hop) => (
          <li key={hop.asset.uid}>
            <Link to={pathOfAsset(hop.asset.uid)}>
              <span dir="auto">{hop.asset.title}</span>
            </Link>{' '}
            <span class="quiet">
              {t(`assetTypes.${hop.asset.assetType}`)}, {t(`relationTypes.${hop.relationType}`)}
            </span>
            {branch(hop.asset.uid, depth + 1)}
          </li>
        ))}
      </ul>
    );
  };
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hops.length === 0 ? <p class="quiet">{t('noLineage')}</p> : branch(start, 1)}
      {lineage?.isTruncated === true && <p class="quiet">{t('lineageTruncated')}</p>}
    </section>
  );
}
