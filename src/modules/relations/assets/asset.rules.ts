import { isHttpUrl } from '../../../engine/blocks/kinds/url.ts';
import { failOnFields, type FieldErrors } from '../../../kernel/fail.ts';
import { lineProblem } from '../../../kernel/text.ts';
import type { AssetType } from './asset.entity.ts';
import { isStored } from './stored-asset-type.ts';

const maxTitleLength = 250;
const maxCategoryLength = 200;

/** The description of an asset. */
export interface AssetContent {
  readonly assetType: AssetType;
  readonly title: string | null;
  readonly url: string | null;
  readonly category: string | null;
  readonly isShowcase: boolean;
}

/** The description as it is stored. */
interface StoredAssetContent extends AssetContent {
  readonly remoteDataset: string | null;
}

/** The description as it is stored: with a normalized URL, and the dataset that the URL may point to. Fails INVALID_INPUT. */
export function parseAsset({ assetType, title, url, category, isShowcase }: AssetContent): StoredAssetContent {
  const address = url === null ? null : URL.parse(url);
  const errors: FieldErrors = {
    ...problem(
      'title',
      isStored(assetType)
        ? problemOfLine(title ?? '', maxTitleLength)
        : unless(title === null, 'A dataset or a page has its own title.'),
    ),
    ...problem(
      'url',
      isStored(assetType)
        ? problemOfUrl(url, assetType)
        : unless(url === null, 'A dataset or a page has its own address.'),
    ),
    ...problem('category', category === null ? undefined : problemOfLine(category, maxCategoryLength)),
  };
  failOnFields(errors);
  return {
    assetType,
    title: title?.trim() ?? null,
    url: address?.href ?? null,
    category: category?.trim() ?? null,
    isShowcase,
    remoteDataset: endOfPath(address),
  };
}

const problem = (field: string, message: string | undefined): FieldErrors =>
  message === undefined ? {} : { [field]: [message] };
const unless = (isRight: boolean, message: string): string | undefined => (isRight ? undefined : message);

const problemOfLine = (text: string, longest: number): string | undefined =>
  text.trim() === '' ? 'Give a text.' : lineProblem(text, longest);

const problemOfUrl = (url: string | null, assetType: AssetType): string | undefined =>
  url === null
    ? unless(assetType !== 'external_asset', 'An external asset requires a URL.')
    : unless(isHttpUrl(url), 'Give an http or https URL without a name or password in it, 2,000 characters at most.');

/** The last segment of a path, where catalogs have the identifier of a dataset; null when it is not an identifier. */
const endOfPath = (address: URL | null): string | null =>
  /\/([\w@.-]{1,300})\/*$/.exec(address?.pathname ?? '')?.[1] ?? null;
