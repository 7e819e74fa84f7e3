import { isHttpUrl } from '#engine/blocks/text-types.ts';
import { failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { lineProblem } from '#kernel/text.ts';
import type { AssetType } from './asset.entity.ts';
import { registerEnumType } from 'type-graphql';

const maxTitleLength = 250;
const maxCategoryLength = 200;

/** The type of an asset and what describes it on the portal. */
interface AssetDescription {
  readonly assetType: AssetType;
  readonly title: string | null;
  readonly url: string | null;
  readonly category: string | null;
  readonly isShowcase: boolean;
}

/** The description as it is stored. */
interface StoredAssetDescription extends AssetDescription {
  readonly remoteDataset: string | null;
}

/** Validates a description and returns it as stored, with the remote dataset of its URL. Fails INVALID_INPUT. */
export function parseAsset({ assetType, title, url, category, isShowcase }: AssetDescription): StoredAssetDescription {
  const address = url === null ? null : URL.parse(url);
  failOnFields({
    ...fieldError('title', titleProblem(assetType, title)),
    ...fieldError('url', urlProblem(assetType, url)),
    ...fieldError('category', category === null ? undefined : textProblem(category, maxCategoryLength)),
  });
  return {
    assetType,
    title: title?.trim() ?? null,
    url: address?.href ?? null,
    category: category?.trim() ?? null,
    isShowcase,
    remoteDataset: lastPathSegment(address),
  };
}

const fieldError = (field: string, message: string | undefined): FieldErrors =>
  message === undefined ? {} : { [field]: [message] };

function titleProblem(assetType: AssetType, title: string | null): string | undefined {
  if (isStoredAssetType(assetType)) return textProblem(title ?? '', maxTitleLength);
  return title === null ? undefined : 'A dataset or a page has its own title.';
}

function urlProblem(assetType: AssetType, url: string | null): string | undefined {
  if (!isStoredAssetType(assetType)) return url === null ? undefined : 'A dataset or a page has its own address.';
  if (url === null) return assetType === 'external_asset' ? 'An external asset requires a URL.' : undefined;
  return isHttpUrl(url)
    ? undefined
    : 'Give an http or https URL without a name or password in it, 2,000 characters at most.';
}

const textProblem = (text: string, maxLength: number): string | undefined =>
  text.trim() === '' ? 'Give a text.' : lineProblem(text, maxLength);

/** The last segment of the path, where catalogs put the identifier of a dataset; null when that segment cannot be an identifier. */
const lastPathSegment = (address: URL | null): string | null =>
  /\/([\w@.-]{1,300})\/*$/.exec(address?.pathname ?? '')?.[1] ?? null;

/** The types of assets that are neither datasets nor pages, as the graph's enum. The portal stores them itself. */
export const storedAssetTypeEnum = { map: 'map', chart: 'chart', external_asset: 'external_asset' } as const satisfies {
  [Type in AssetType]?: Type;
};
/** The type of an asset that is neither a dataset nor a page. */
export type StoredAssetType = keyof typeof storedAssetTypeEnum;
registerEnumType(storedAssetTypeEnum, {
  name: 'StoredAssetType',
  description: 'The type of an asset that is neither a dataset nor a page.',
  valuesConfig: {
    map: { description: 'A map.' },
    chart: { description: 'A chart.' },
    external_asset: { description: 'An asset outside this catalog.' },
  },
});

/** The names of the stored types. */
export const storedAssetTypes: readonly string[] = Object.keys(storedAssetTypeEnum);

/** Whether the portal stores assets of this type itself: all but datasets and pages, which have tables of their own. */
export const isStoredAssetType = (type: AssetType): type is StoredAssetType => type in storedAssetTypeEnum;
